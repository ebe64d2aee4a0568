in vec3 at;
in vec3 normal;
in float nearness;
flat in vec4 colour;
out vec4 pixel;

void main() {
    float away = length(eye.xy);
    if (nearness > 1.2 && away > 2.9 && away < 9.5) discard;
    pixel = screen_colour(fogged(colour.rgb * 0.10, at));
}
