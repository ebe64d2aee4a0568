in vec2 across;
in float height;
flat in vec4 paint;
flat in float kind;
out vec4 pixel;

void main() {
    if (kind < 0.5) {  // bright in the middle, a dark line around, pointed at its tail
        float x = abs(across.x) / max(0.5 + 0.5 * across.y, 0.05);
        if (x > 1.0) discard;
        float core = smoothstep(0.75, 0.50, x) * smoothstep(1.0, 0.88, across.y);
        pixel = vec4(mix(vec3(0.18, 0.08, 0.01), mix(paint.rgb, vec3(1.0), 0.35 * core), core), min(1.0, 2.5 * paint.w));
    } else if (kind < 1.5) {  // eight rays, every other one short
        float r = length(across), turn = atan(across.y, across.x);
        float ray = abs(fract(turn * 1.2732395) - 0.5) * 2.0;
        float reach = mix(0.26, turn * 1.2732395 - 2.0 * floor(turn * 0.63661977) < 1.0 ? 0.98 : 0.68, pow(1.0 - ray, 2.2));
        float inside = smoothstep(0.02, -0.04, r - reach);
        vec3 hot = mix(vec3(1.0, 0.99, 0.90), paint.rgb, smoothstep(0.15, 0.6, r));
        pixel = vec4(hot, inside * smoothstep(0.0, 0.5, paint.w));
    } else {  // soft all around, and where it would cut the floor
        float soft = smoothstep(1.0, 0.0, length(across));
        pixel = vec4(paint.rgb, 0.42 * soft * paint.w * smoothstep(0.0, 0.05, height));
    }
}
