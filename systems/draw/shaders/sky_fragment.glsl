in vec2 across;
out vec4 pixel;

void main() {
    vec4 far = unproject * vec4(across, 1.0, 1.0);
    vec3 way = normalize(far.xyz / far.w - eye.xyz);
    pixel = screen_colour(sky(way.z < 0.0 ? normalize(vec3(way.xy, 1e-4)) : way));
}
