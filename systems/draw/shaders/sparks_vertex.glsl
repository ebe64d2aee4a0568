// One particle as a strip of four corners; where it is follows from its birth and the time (systems/draw/sparks.py).
layout(location = 0) in vec4 birth;   // m; w: when, s
layout(location = 1) in vec4 speed;   // m/s; w: how long it lives, s
layout(location = 2) in vec4 colour;  // as on the screen; w: kind, 0 streak, 1 star, 2 puff
layout(location = 3) in vec4 nature;  // half width (m), drag (1/s), how it falls (m/s2), turn (rad)
const float TRAIL = 0.035;            // s, how far back a streak reaches
out vec2 across;                      // -1..1 over the quad
out float height;                     // m above the place of birth
flat out vec4 paint;                  // w: how much of it is left, 1..0
flat out float kind;

vec3 place_at(float t) {
    vec3 last = vec3(0.0, 0.0, -nature.z / nature.y);
    return birth.xyz + (speed.xyz - last) * (1.0 - exp(-nature.y * t)) / nature.y + last * t;
}

void main() {
    across = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float age = key.w - birth.w, share = age / max(speed.w, 1e-6);
    kind = colour.w;
    paint = vec4(colour.rgb, 1.0 - share);
    height = 0.0;
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);  // not born yet, or dead: nowhere
    if (age < 0.0 || share >= 1.0) return;
    vec3 at = place_at(age);
    vec3 to_eye = normalize(eye.xyz - at);
    if (kind < 0.5) {
        vec3 tail = place_at(max(age - TRAIL, 0.0)), along = at - tail;
        vec3 side = cross(along, to_eye);
        float width = nature.x * (1.0 - 0.6 * share);
        at = (across.y > 0.0 ? at : tail) + normalize(side + 1e-6) * across.x * width;
    } else {
        float grown = kind < 1.5 ? 0.55 + 0.45 * sqrt(share) : 0.45 + 1.1 * sqrt(share);
        vec3 right = normalize(vec3(-to_eye.y, to_eye.x, 1e-6)), up = cross(to_eye, right);
        float c = cos(nature.w), s = sin(nature.w);
        vec2 turned = kind < 1.5 ? mat2(c, s, -s, c) * across : across;
        at += nature.x * grown * (turned.x * right + turned.y * up);
    }
    height = at.z - birth.z;
    gl_Position = view_projection * vec4(at, 1.0);
}
