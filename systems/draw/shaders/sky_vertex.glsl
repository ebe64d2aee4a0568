out vec2 across;

void main() {
    across = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(across, 1.0, 1.0);
}
