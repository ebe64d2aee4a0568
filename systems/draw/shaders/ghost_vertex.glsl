// A shape as a shell of light.
out vec3 at;
out vec3 normal;

void main() {
    Surface s = surface();
    normal = s.normal;
    at = s.place;
    gl_Position = view_projection * vec4(at, 1.0);
}
