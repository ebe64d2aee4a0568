layout(location = 0) in vec3 place; // m
layout(location = 1) in vec4 paint; // as on the screen
flat out vec4 colour;

void main() {
    colour = paint;
    gl_Position = view_projection * vec4(place, 1.0);
}
