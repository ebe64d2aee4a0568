uniform mat4 from_light;

void main() {
    gl_Position = from_light * vec4(surface().place, 1.0);
}
