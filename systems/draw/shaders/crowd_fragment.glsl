// Far from the lamps: what the bright canvas throws back, dim light from above, a cool edge. No shadows.
in vec3 at;
in vec3 normal;
flat in vec4 colour;
out vec4 pixel;

void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - at);
    vec3 to_ring = vec3(0.0, 0.0, 0.6) - at;
    float away = length(to_ring);
    float facing = max(dot(n, to_ring / away), 0.0);
    vec3 light = key.rgb * 0.20 * facing * 36.0 / (away * away) + fill.rgb * 0.10 * (n.z * 0.5 + 0.5) + 0.012;
    float edge = pow(1.0 - max(dot(n, to_eye), 0.0), 3.0) * max(n.z + 0.3, 0.0);
    pixel = screen_colour(fogged(colour.rgb * light + 0.035 * edge * rim.rgb, at));
}
