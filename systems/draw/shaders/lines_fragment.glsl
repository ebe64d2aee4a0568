flat in vec4 ends;
flat in vec2 radii;
flat in vec4 colour;
flat in float rounded;
out vec4 pixel;

// How much of a pixel is covered, by its distance from the line; neighbours in a trail share no pixel.
void main() {
    vec2 at = gl_FragCoord.xy - ends.xy, way = ends.zw - ends.xy;
    float along = dot(at, way) / max(dot(way, way), 1e-8);
    if (rounded < 0.5 && (along < 0.0 || along >= 1.0)) discard;
    along = clamp(along, 0.0, 1.0);
    float radius = mix(radii.x, radii.y, along);
    float covered = clamp(radius + 0.5 - length(at - along * way), 0.0, min(1.0, 2.0 * radius));
    if (covered <= 0.0) discard;
    pixel = vec4(colour.rgb, colour.a * covered);
}
