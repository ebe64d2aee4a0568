// A vertex of a skin, moved by the four bones that it follows: their dual quaternions are mixed, so that joints keep
// their thickness when they bend and twist.
layout(location = 0) in vec3 corner;   // m, as the surface was made
layout(location = 1) in vec3 outward;  // unit
layout(location = 2) in vec4 weights;
layout(location = 3) in vec4 bones;    // from the character's root
layout(location = 4) in float worn;    // row of the character's palette
layout(location = 5) in vec2 owner;    // the character's first bone and the first row of its palette
uniform samplerBuffer motions;  // of each bone two rows: a turn, and half its shift times the turn
uniform samplerBuffer palette;  // linear colour, gloss
uniform samplerBuffer heats;    // of each bone: what is added, and how much of the paint's own grey is kept; or
uniform float heated;           // (2) how much of the paint itself is not. 1 where bodies show their heat
uniform float seen_as;          // 0 by the light, 1 by the eye, 2 as an outline
uniform mat4 from_light;
out vec3 at;
out vec3 normal;
out vec4 colour;
flat out vec3 ink;

int bone(int i) { return int(owner.x) + int(bones[i]); }

vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

vec4 painted() {
    vec4 own = texelFetch(palette, int(owner.y) + int(worn));
    if (heated < 0.5) return own;
    vec4 heat = vec4(0.0);
    for (int i = 0; i < 4; i++) heat += weights[i] * texelFetch(heats, bone(i));
    if (heated > 1.5) return vec4(heat.rgb + (1.0 - heat.a) * own.rgb, own.a);
    return vec4(heat.rgb + heat.a * dot(own.rgb, vec3(0.2126, 0.7152, 0.0722)), own.a);
}

void main() {
    vec4 first = texelFetch(motions, 2 * bone(0)), turn = vec4(0.0), shift = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        vec4 q = texelFetch(motions, 2 * bone(i));
        float share = dot(first, q) < 0.0 ? -weights[i] : weights[i];
        turn += share * q;
        shift += share * texelFetch(motions, 2 * bone(i) + 1);
    }
    float size = 1.0 / length(turn);
    turn *= size;
    shift *= size;
    at = turned(turn, corner) + 2.0 * (turn.w * shift.xyz - shift.w * turn.xyz + cross(turn.xyz, shift.xyz));
    if (seen_as < 0.5) {
        gl_Position = from_light * vec4(at, 1.0);
        return;
    }
    normal = turned(turn, outward);
    colour = painted();
    ink = colour.rgb * 0.10;
    if (seen_as > 1.5) at += normal * min(screen.z * (view_projection * vec4(at, 1.0)).w, 0.012);
    gl_Position = view_projection * vec4(at, 1.0);
}
