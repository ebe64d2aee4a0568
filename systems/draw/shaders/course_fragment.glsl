// What the floor's colour is multiplied by, halved. Edges of what stands on it are bright lines.
in vec3 at;
flat in vec3 tint;
in vec4 edge;
out vec4 pixel;
const float WIDTH = 0.010;  // m, of a bright edge

void main() {
    vec2 near = min(edge.xy, edge.zw - edge.xy), wide = max(fwidth(edge.xy), 1e-5);
    vec2 bright = (1.0 - smoothstep(vec2(0.0), wide, near - WIDTH)) * clamp(0.03 / wide, 0.0, 1.0);
    float line = edge.z < 0.0 ? 0.0 : max(bright.x, bright.y);
    vec3 colour = tint * mix(1.0, 1.22, line);
    float far = smoothstep(fog.x, fog.y, length(at - eye.xyz));
    pixel = vec4(0.5 * mix(colour, vec3(1.0), far), 1.0);
}
