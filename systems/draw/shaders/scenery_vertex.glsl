// What stands around. place.w: 0, or 1 and the side that it is on, in eighths of a turn; a side that lies between the
// ring and an eye outside is left out. Who sits there bobs, each in its own time. axis_x.w: phase 0..1, axis_z.w: how
// high, m.
uniform float blown;  // 1: an outline's width larger
out vec3 at;
out vec3 normal;
out float nearness;  // m, how far from the ring's middle towards the eye
flat out vec4 colour;

void main() {
    Surface s = surface();
    float turn = 6.2831853 * axis_x.w + key.w * (3.0 + 3.0 * fract(axis_x.w * 7.0));
    at = s.place + vec3(0.0, 0.0, axis_z.w * abs(sin(turn)));
    at += s.normal * blown * min(screen.z * (view_projection * vec4(at, 1.0)).w, 0.012);
    normal = s.normal;
    nearness = dot(at.xy, eye.xy / max(length(eye.xy), 1e-3));
    colour = paint;
    vec2 outwards = vec2(cos(0.785398 * (place.w - 1.0)), sin(0.785398 * (place.w - 1.0)));
    bool between = place.w > 0.5 && length(eye.xy) > 4.0 && dot(outwards, normalize(eye.xy)) > 0.6;
    gl_Position = between ? vec4(0.0, 0.0, 2.0, 1.0) : view_projection * vec4(at, 1.0);
}
