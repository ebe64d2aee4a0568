// One instance of a shape: KIND 0 tapered capsule, 1 rounded box, 2 ellipsoid.
layout(location = 0) in vec3 corner;  // unit direction: the normal, before anything is stretched
layout(location = 1) in vec3 sign3;   // capsule: x is 0 at the start and 1 at the end; box: which corner
layout(location = 2) in vec4 place;   // m, start or middle; w: pattern
layout(location = 3) in vec4 axis_x;  // unit, forward; w: not used
layout(location = 4) in vec4 axis_z;  // unit, along; w: not used
layout(location = 5) in vec4 paint;   // linear red, green, blue; w: gloss
layout(location = 6) in vec4 size;    // capsule: both radii, length, flatness; box: half sides, rounding; ball: radii

struct Surface { vec3 place; vec3 normal; vec3 local; };

Surface surface() {
    mat3 axes = mat3(axis_x.xyz, cross(axis_z.xyz, axis_x.xyz), axis_z.xyz);
    vec3 at, normal, local = corner;
#if KIND == 0
    // The two spheres and the cone that touches both: its normal leans by the difference of the radii.
    float lean = asin(clamp((size.x - size.y) / max(size.z, 1e-4), -1.0, 1.0));
    float latitude = asin(clamp(corner.z, -1.0, 1.0));
    float share = latitude * 0.63661977;
    latitude = sign3.x > 0.5 ? mix(lean, 1.57079633, clamp(share, 0.0, 1.0)) : mix(lean, -1.57079633, clamp(-share, 0.0, 1.0));
    vec2 around = corner.xy / max(length(corner.xy), 1e-6);
    if (length(corner.xy) < 1e-5) around = vec2(0.0);
    vec3 way = vec3(around * cos(latitude), sin(latitude));
    at = mix(size.x, size.y, sign3.x) * way + vec3(0.0, 0.0, sign3.x * size.z);
    at.x *= size.w;
    normal = way / vec3(size.w, 1.0, 1.0);
#elif KIND == 1
    at = sign3 * (size.xyz - size.w) + size.w * corner;
    normal = corner;
    local = at / size.xyz;
#else
    at = size.xyz * corner;
    normal = corner / size.xyz;
#endif
    return Surface(place.xyz + axes * at, normalize(axes * normal), local);
}
