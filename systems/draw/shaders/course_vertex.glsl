layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 paint;
layout(location = 2) in vec4 edges;  // m: where on its face, and the face's sides; a side below 0: no edges to be seen
#ifdef DEPTH
uniform mat4 from_light;
#endif
out vec3 at;
flat out vec3 tint;
out vec4 edge;

void main() {
    at = corner;
    tint = paint;
    edge = edges;
#ifdef DEPTH
    gl_Position = from_light * vec4(at, 1.0);
#else
    gl_Position = view_projection * vec4(at, 1.0);
#endif
}
