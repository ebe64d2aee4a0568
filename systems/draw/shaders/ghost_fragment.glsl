uniform vec4 tint; // as on the screen; w: how much of it, where one looks straight at it
in vec3 at;
in vec3 normal;
out vec4 pixel;

void main() {
    float facing = abs(dot(normalize(normal), normalize(eye.xyz - at)));
    float rim = pow(1.0 - facing, 2.0);
    pixel = vec4(mix(tint.rgb, vec3(1.0), 0.55 * rim), mix(tint.a, 1.0, 0.85 * rim));
}
