in vec3 at;
in vec3 normal;
out vec4 pixel;
uniform sampler2D below_map;
uniform float cell;  // m, side of a square
uniform vec2 shift;  // m, where a square begins
const float PLATFORM = 3.55, DROP = 1.0;  // m: half a side of the ring's platform, and how high it is
const vec3 RED = vec3(0.60, 0.022, 0.022), BLUE = vec3(0.022, 0.085, 0.50), WHITE = vec3(0.60, 0.59, 0.565);

float hash(vec2 p) {
    return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}

// Coverage of lines of a width (m) around multiples of a step (m), smoothed to the pixel.
float lines(vec2 p, float step_m, float width) {
    vec2 wide = fwidth(p);
    vec2 d = abs(fract(p / step_m - 0.5) - 0.5) * step_m;
    vec2 cover = 1.0 - smoothstep(vec2(0.0), wide, d - 0.5 * width);
    cover *= clamp(step_m / (wide * 4.0) - 0.5, 0.0, 1.0);
    return max(cover.x, cover.y);
}

// The checker's mean over the pixel: the integral of a square wave (box filter).
float checker(vec2 p) {
    vec2 wide = max(fwidth(p), 1e-4);
    vec2 a = p - 0.5 * wide, b = p + 0.5 * wide;
    vec2 ia = 2.0 * abs(fract(a * 0.5) - 0.5), ib = 2.0 * abs(fract(b * 0.5) - 0.5);
    vec2 mean = (ia - ib) / wide;
    return 0.5 - 0.5 * mean.x * mean.y;
}

// What is close above the floor keeps the sky's light away: 0 dark .. 1 open.
float contact() {
#ifdef QUICK
    return 1.0;
#else
    if (screen.w <= 0.0) return 1.0;
    vec3 here = (below_projection * vec4(at, 1.0)).xyz;
    vec2 border = min(here.xy, 1.0 - here.xy);
    if (min(border.x, border.y) <= 0.0) return 1.0;
    float texel = 1.0 / float(textureSize(below_map, 0).x);
    float turn = 6.2831853 * hash(floor(gl_FragCoord.xy));
    float sum = 0.0;
    for (int i = 0; i < 14; i++) {
        float r = sqrt((float(i) + 0.5) / 14.0);
        float t = float(i) * 2.39996323 + turn;
        float above = (texture(below_map, here.xy + 9.0 * texel * r * vec2(cos(t), sin(t))).r - here.z) * fog.w;
        sum += exp(-max(above, 0.0) * 6.0);
    }
    return 1.0 - screen.w * sum / 14.0;
#endif
}

// 1 inside a band of a width around a middle, smoothed to the pixel.
float band(float x, float middle, float width) {
    float wide = max(fwidth(x), 1e-4);
    return smoothstep(wide, -wide, abs(x - middle) - 0.5 * width);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

// White canvas, worn in the middle: a red circle, blue lines along the ropes, the corners in their colours.
vec3 canvas(vec2 p) {
    vec3 base = mix(vec3(0.44, 0.44, 0.455), WHITE, 0.5 + 0.42 * (checker(p - 0.5) * 2.0 - 1.0));
#ifndef QUICK
    base *= 0.94 + 0.10 * noise(p * 3.1) * noise(p * 0.9 + 7.0);
#endif
    float r = length(p), d = max(abs(p.x), abs(p.y)), corner = abs(p.x) + abs(p.y);
    base = mix(base, RED, max(band(r, 1.22, 0.13), band(r, 1.42, 0.035)));
    base = mix(base, mix(WHITE, RED, 0.16), 0.8 * band(r, 0.0, 2.2 - 0.12) * (1.0 - smoothstep(0.0, 1.3, r)));
    float side = smoothstep(5.12, 5.12 - 0.02, corner);
    base = mix(base, BLUE, max(band(d, 2.78, 0.10), band(d, 2.64, 0.025)) * side);
    vec3 own = p.x * p.y > 0.0 ? (p.x < 0.0 ? RED : BLUE) : BLUE * 0.55 + 0.02;
    base = mix(base, own, smoothstep(5.13, 5.15, corner) * smoothstep(2.95, 2.93, d));
    base = mix(base, BLUE * 0.42, smoothstep(3.13, 3.15, d));
    return mix(base, WHITE, band(d, 3.14, 0.03));
}

// The cloth around the platform, in soft folds: white piping, then red between white lines on dark blue.
vec3 skirt(vec3 place, vec3 n) {
    float along = abs(n.x) > 0.5 ? place.y : place.x, down = -place.z;
    vec3 base = mix(BLUE * 0.34, BLUE * 0.16, down);
    base = mix(base, RED * 0.85, band(down, 0.27, 0.16));
    base = mix(base, WHITE, max(band(down, 0.175, 0.02), band(down, 0.365, 0.02)));
    base = mix(base, WHITE, band(down, 0.02, 0.06));
    return base * (0.82 + 0.18 * sin(along * 9.0 + 1.3 * sin(along * 2.3)) * smoothstep(0.05, 0.3, down));
}

vec3 hall(vec3 place, vec3 n) {
    if (place.z < 0.01 - DROP) {
        vec3 base = mix(vec3(0.055, 0.058, 0.075), vec3(0.075, 0.078, 0.095), checker(place.xy / 1.2));
        float d = max(abs(place.x), abs(place.y));
        return base * mix(0.35, 1.0, smoothstep(PLATFORM - 0.05, PLATFORM + 0.7, d));
    }
    if (max(abs(place.x), abs(place.y)) > PLATFORM + 0.01)
        return n.z > 0.5 ? vec3(0.10, 0.11, 0.14) : vec3(0.045, 0.05, 0.07);
    return n.z > 0.5 ? canvas(place.xy) : skirt(place, n);
}

void main() {
    vec3 n = normalize(normal);
#ifdef HALL
    vec3 base = hall(at, n);
#else
    vec2 p = (at.xy - shift) / cell;
    vec3 base = mix(vec3(0.245, 0.255, 0.275), vec3(0.33, 0.335, 0.345), checker(p));
    base *= 0.97 + 0.06 * hash(floor(p));
    base = mix(base, vec3(0.16, 0.17, 0.19), 0.45 * lines(at.xy - shift, cell, 0.012));
    if (n.z < 0.5) base = vec3(0.15);
#endif
    float open = contact();
    vec3 light = shade(base, at, n, 0.04, 0.0, open) * mix(0.75, 1.0, open);
    pixel = screen_colour(fogged(light, at));
}
