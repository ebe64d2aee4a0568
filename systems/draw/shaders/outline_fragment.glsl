flat in vec3 ink;
in vec3 at;
out vec4 pixel;

void main() {
    pixel = screen_colour(fogged(ink, at));
}
