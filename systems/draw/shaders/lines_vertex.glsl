// A line between two places as a rectangle on the screen, a little wider than it is; a point is a line of no length.
layout(location = 0) in vec4 start;   // m; w: pixels wide there, of a picture 720 high
layout(location = 1) in vec4 end;     // m; w: pixels wide there
layout(location = 2) in vec4 paint;   // as on the screen
layout(location = 3) in float rounds; // 1: its ends are round, 0: cut off
flat out vec4 ends;                   // pixels from the lower left corner
flat out vec2 radii;                  // pixels
flat out vec4 colour;
flat out float rounded;

const float NEAREST = 0.05; // m from the eye: what is behind that is cut away
const float LIFT = 0.01;    // m towards the eye, so that a line on the floor is not in the floor

vec4 seen(vec3 place) {
    vec3 way = eye.xyz - place;
    return view_projection * vec4(place + way * (LIFT / max(length(way), LIFT)), 1.0);
}

void main() {
    vec4 a = seen(start.xyz), b = seen(end.xyz);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (max(a.w, b.w) <= NEAREST) return;
    vec4 first = a;
    if (a.w < NEAREST) a = mix(a, b, (NEAREST - a.w) / (b.w - a.w));
    if (b.w < NEAREST) b = mix(b, first, (NEAREST - b.w) / (first.w - b.w));
    ends = vec4(a.xy / a.w, b.xy / b.w) * 0.5 * screen.xyxy + 0.5 * screen.xyxy;
    radii = vec2(start.w, end.w) * 0.5 * screen.y / 720.0;
    colour = paint;
    rounded = rounds;
    vec2 way = ends.zw - ends.xy;
    float size = length(way);
    way = size > 1e-4 ? way / size : vec2(1.0, 0.0);
    float reach = max(radii.x, radii.y) + 1.0;
    bool at_end = gl_VertexID >= 2;
    vec2 place = at_end ? ends.zw + reach * way : ends.xy - reach * way;
    place += vec2(-way.y, way.x) * ((gl_VertexID & 1) == 1 ? reach : -reach);
    vec4 own = at_end ? b : a;
    gl_Position = vec4((place / screen.xy * 2.0 - 1.0) * own.w, own.zw);
}
