in vec3 at;
in vec3 normal;
out vec4 pixel;
uniform sampler2D below_map;
uniform float cell;  // m, side of a square
uniform vec2 shift;  // m, where a square begins

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
}

void main() {
    vec2 p = (at.xy - shift) / cell;
    vec3 base = mix(vec3(0.245, 0.255, 0.275), vec3(0.33, 0.335, 0.345), checker(p));
    base *= 0.97 + 0.06 * hash(floor(p));
    base = mix(base, vec3(0.16, 0.17, 0.19), 0.45 * lines(at.xy - shift, cell, 0.012));
    vec3 n = normalize(normal);
    if (n.z < 0.5) base = vec3(0.15);
    float open = contact();
    vec3 light = shade(base, at, n, 0.04, 0.0, open) * mix(0.75, 1.0, open);
    pixel = screen_colour(fogged(light, at));
}
