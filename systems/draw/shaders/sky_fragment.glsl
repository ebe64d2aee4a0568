in vec2 across;
out vec4 pixel;

float hash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

// Clouds on a flat sheet far above, drifting; thin towards the horizon, where haze takes over.
vec3 clouds(vec3 colour, vec3 way) {
    vec2 p = way.xy / (way.z + 0.12) * 1.1 + vec2(0.008, 0.003) * key.w;
    float sum = 0.0, share = 0.5;
    for (int i = 0; i < 4; i++) {
        sum += share * noise(p);
        p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.7;
        share *= 0.5;
    }
    float thick = smoothstep(0.46, 0.80, sum) * smoothstep(0.0, 0.22, way.z);
    float bright = mix(0.80, 1.0, smoothstep(0.80, 0.5, sum)) + 0.25 * pow(max(dot(way, sun.xyz), 0.0), 6.0);
    return mix(colour, vec3(0.92, 0.94, 0.97) * bright, 0.75 * thick);
}

// Beams from the lamps above the ring, and far down the hall small lights, some of which flash.
vec3 lights(vec3 colour, vec3 way) {
    float turn = atan(way.y, way.x);
    float lean = abs(fract(turn * 1.9099 + 0.22 * way.z) - 0.5);
    float beam = exp(-lean * lean * 160.0) * smoothstep(-0.02, 0.30, way.z);
    colour += vec3(0.040, 0.048, 0.110) * beam;
    vec2 grid = vec2(turn * 28.0, way.z * 34.0), cell = floor(grid);
    float own = hash(cell + 17.0);
    vec2 off = fract(grid) - 0.5 - 0.5 * (vec2(hash(cell + 3.0), hash(cell + 9.0)) - 0.5);
    float disc = smoothstep(0.16, 0.06, length(off)) * step(0.90, own) * smoothstep(0.42, 0.22, way.z);
    float blink = pow(max(0.0, sin(key.w * (0.6 + own) + 60.0 * own)), 24.0);
    return colour + disc * step(4.5, cell.y) * mix(vec3(0.10, 0.075, 0.05), vec3(0.75, 0.85, 1.1), blink);
}

void main() {
    vec4 far = unproject * vec4(across, 1.0, 1.0);
    vec3 way = normalize(far.xyz / far.w - eye.xyz);
    if (way.z < 0.0) way = normalize(vec3(way.xy, 1e-4));
#if defined(QUICK)
    pixel = screen_colour(sky(way));
#elif defined(HALL)
    pixel = screen_colour(lights(sky(way), way));
#else
    pixel = screen_colour(clouds(sky(way), way));
#endif
}
