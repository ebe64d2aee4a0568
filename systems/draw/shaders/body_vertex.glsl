out vec3 at;
out vec3 normal;
out vec3 local;
flat out vec4 colour;
flat out float pattern;

void main() {
    Surface s = surface();
    at = s.place;
    normal = s.normal;
    local = s.local;
    colour = paint;
    pattern = place.w;
    gl_Position = view_projection * vec4(at, 1.0);
}
