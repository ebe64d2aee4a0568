in vec3 at;
in vec3 normal;
in vec3 local;
flat in vec4 colour;
flat in float pattern;
out vec4 pixel;

// 1 crate: a frame of darker boards. 2 beach ball: white stripes. 3 ball: a dark seam.
vec3 patterned(vec3 base) {
    if (pattern < 0.5) return base;
    if (pattern < 1.5) {
        vec3 a = abs(local);
        float second = a.x + a.y + a.z - max(a.x, max(a.y, a.z)) - min(a.x, min(a.y, a.z));
        float frame = smoothstep(0.70, 0.73, second);
        float along = a.z > max(a.x, a.y) ? local.x : local.z;
        float board = smoothstep(0.03, 0.06, abs(fract(along * 2.0 + 0.5) - 0.5));
        return base * mix(mix(0.55, 1.0, board), 0.72, frame) ;
    }
    float turn = atan(local.y, local.x) / 6.2831853;
    if (pattern < 2.5) {
        float wave = abs(fract(turn * 3.0) - 0.5) * 2.0;
        float stripe = smoothstep(-0.03, 0.03, wave - 0.5);
        float cap = smoothstep(0.95, 0.965, abs(local.z));
        return mix(mix(base, vec3(0.85), stripe), vec3(0.75, 0.12, 0.10), cap);
    }
    return base * mix(0.35, 1.0, smoothstep(0.02, 0.05, min(abs(local.z), min(abs(local.x), abs(local.y)))));
}

void main() {
    vec3 n = normalize(normal);
    float open = mix(0.55, 1.0, clamp((at.z - fog.z) * 2.2 + 0.25, 0.0, 1.0));
    vec3 light = shade(patterned(colour.rgb), at, n, colour.a, 0.55, open);
    pixel = screen_colour(fogged(light, at));
}
