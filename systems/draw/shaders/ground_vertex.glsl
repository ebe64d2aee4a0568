layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 up;
out vec3 at;
out vec3 normal;

void main() {
    at = corner;
    normal = up;
    gl_Position = view_projection * vec4(at, 1.0);
}
