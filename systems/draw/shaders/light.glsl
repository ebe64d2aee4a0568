// Sun or lamps with a soft-edged shadow, in the hall others from the eye's side, fill from above, bounce from below,
// rim, fog; then to the screen.
uniform sampler2DShadow shadow_map;
const float FRONT = 0.30;  // of the key: what the hall's other lamps give

vec3 sky(vec3 way) {
#ifdef QUICK
    return mix(horizon.rgb, zenith.rgb, sqrt(max(way.z, 0.0)));
#else
    float up = clamp(way.z, -1.0, 1.0);
    vec3 colour = mix(horizon.rgb, zenith.rgb, pow(max(up, 0.0), 0.55));
    float glow = pow(max(dot(way, sun.xyz), 0.0), 24.0);
    return colour + 0.18 * glow * key.rgb;
#endif
}

// How much of the lamps' light reaches a place: all of it in the middle, half of it at the pool's radius.
float pool(vec3 place) {
#ifdef HALL
    return 1.0 - smoothstep(horizon.w * 0.35, horizon.w * 1.65, length(place.xy));
#else
    return 1.0;
#endif
}

// 1 in the sun, 0 in the shade; outside the map all is sunny.
float lit(vec3 place, vec3 normal) {
    vec3 moved = place + normal * (1.6 * sun.w + 0.002);
    vec3 at = (sun_projection * vec4(moved, 1.0)).xyz;
    vec2 border = min(at.xy, 1.0 - at.xy);
    float inside = smoothstep(0.0, 0.03, min(border.x, border.y));
    if (inside <= 0.0) return 1.0;
    at.z -= 0.0006;
#ifdef QUICK
    return mix(1.0, texture(shadow_map, at), inside);
#else
    vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
    int reach = int(eye.w);
    float spread = clamp(0.014 / sun.w, 1.0, 2.2);  // texels: edges are about as soft in a close view as in a wide one
    float sum = 0.0, weight = 0.0;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            float w = 1.0 / (1.0 + 0.35 * float(x * x + y * y));
            sum += w * texture(shadow_map, vec3(at.xy + spread * vec2(x, y) * texel, at.z));
            weight += w;
        }
    return mix(1.0, sum / weight, inside);
#endif
}

// A ring has lamps all round: those behind the eye light what the brightest ones leave dark, so that faces and trunks
// are seen from every side. `keyed` is how much of the key arrives. The floor (no `edges`) keeps its shadows.
vec3 front(vec3 normal, vec3 to_eye, float keyed, float edges) {
#ifdef HALL
    float facing = max(0.85 * dot(normal, to_eye) + 0.35 * normal.z, 0.0);
    return key.rgb * (FRONT * facing * (1.0 - min(keyed, 1.0)) * step(0.001, edges));
#else
    return vec3(0.0);
#endif
}

vec3 shade(vec3 colour, vec3 place, vec3 normal, float gloss, float edges, float open) {
    vec3 to_eye = normalize(eye.xyz - place);
    float sunny = dot(normal, sun.xyz);
    float reach = pool(place);
    float shadow = sunny > 0.0 && reach > 0.0 ? lit(place, normal) * reach : 0.0;
    vec3 ahead = front(normal, to_eye, max(sunny, 0.0) * shadow, edges) * reach;
    float wrap = mix(max(sunny, 0.0), pow(max(sunny * 0.5 + 0.5, 0.0), 2.0), 0.12);
#ifdef QUICK
    vec3 dim = mix(bounce.rgb, fill.rgb, normal.z * 0.5 + 0.5) * 0.85 * open * mix(0.22, 1.0, reach);
    return colour * (key.rgb * max(sunny, 0.0) * shadow + ahead + dim);
#else
    vec3 ambient = mix(bounce.rgb, fill.rgb, normal.z * 0.5 + 0.5) * 0.85 * open * mix(0.22, 1.0, reach);
    vec3 light = key.rgb * wrap * shadow + ahead + ambient;
    vec3 halfway = normalize(sun.xyz + to_eye);
    float power = mix(12.0, 110.0, gloss);
    float shine = pow(max(dot(normal, halfway), 0.0), power) * mix(0.10, 1.1, gloss) * shadow * step(0.0, sunny);
    float edge = pow(1.0 - max(dot(normal, to_eye), 0.0), 3.2);
    vec3 mirror = sky(reflect(-to_eye, normal)) * gloss * (0.05 + 0.35 * edge) * open;
    vec3 back = edges * edge * mix(0.35, 1.0, normal.z * 0.5 + 0.5) * rim.rgb * (colour + 0.08) * mix(0.3, 1.0, reach);
    return colour * light + key.rgb * shine * 0.5 + mirror + back;
#endif
}

vec3 fogged(vec3 colour, vec3 place) {
    vec3 way = place - eye.xyz;
    float far = length(way);
    float amount = smoothstep(fog.x, fog.y, far);
#ifdef QUICK
    return mix(colour, horizon.rgb, amount);
#else
    vec3 level = normalize(vec3(way.xy, max(way.z, 0.0) + 1e-4));
    return mix(colour, sky(level), amount);
#endif
}

// ACES filmic curve (Narkowicz' fit), then gamma 2.2.
vec4 screen_colour(vec3 x) {
    x *= 0.60;
    x = mix(vec3(dot(x, vec3(0.2126, 0.7152, 0.0722))), x, 0.92);
    vec3 mapped = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
#ifdef QUICK
    return vec4(sqrt(mapped), 1.0);
#else
    return vec4(pow(mapped, vec3(1.0 / 2.2)), 1.0);
#endif
}
