uniform vec4 tint; // as on the screen; w: how much of it, where one looks straight at it
in vec3 at;
in vec3 normal;
#ifdef KIND
in vec3 local;
flat in vec3 halves;
#endif
out vec4 pixel;

const float EDGE = 0.007; // m, how wide a box's edge is, where that is more than a pixel

// How near to an edge of what is seen: a box's own, of all else its outline.
float outlined() {
#ifdef KIND
#if KIND == 1
    vec3 gap = halves * (1.0 - abs(local));
    float second = gap.x + gap.y + gap.z - max(gap.x, max(gap.y, gap.z)) - min(gap.x, min(gap.y, gap.z));
    float wide = max(EDGE, 1.5 * fwidth(second));
    return 0.8 * (1.0 - smoothstep(0.6 * wide, wide, second));
#endif
#endif
    float facing = abs(dot(normalize(normal), normalize(eye.xyz - at)));
    return (1.0 - facing) * (1.0 - facing);
}

void main() {
    float edge = outlined();
    pixel = vec4(mix(tint.rgb, vec3(1.0), 0.55 * edge), mix(tint.a, 1.0, 0.85 * edge));
}
