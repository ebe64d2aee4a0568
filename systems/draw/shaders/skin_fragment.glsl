in vec3 at;
in vec3 normal;
in vec4 colour;
out vec4 pixel;

void main() {
    float open = mix(0.55, 1.0, clamp((at.z - fog.z) * 2.2 + 0.25, 0.0, 1.0));
    pixel = screen_colour(fogged(shade(colour.rgb, at, normalize(normal), colour.a, 0.55, open), at));
}
