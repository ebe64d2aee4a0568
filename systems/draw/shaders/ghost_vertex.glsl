// A shape as a shell of light.
out vec3 at;
out vec3 normal;
out vec3 local;       // of a box -1..1 from side to side
flat out vec3 halves; // m, half its sides

void main() {
    Surface s = surface();
    normal = s.normal;
    at = s.place;
    local = s.local;
    halves = size.xyz;
    gl_Position = view_projection * vec4(at, 1.0);
}
