// The shape again, blown up by some pixels and seen from inside.
flat out vec3 ink;
out vec3 at;

void main() {
    Surface s = surface();
    vec4 clip = view_projection * vec4(s.place, 1.0);
    at = s.place + s.normal * min(screen.z * clip.w, 0.012);
    ink = paint.rgb * 0.10;
    gl_Position = view_projection * vec4(at, 1.0);
}
