// The ring's posts and ropes. On the eye's side they fade away as it comes near, unless it is inside of the ropes; their
// outlines go at once.
uniform float faint;  // 1: draw what is faint, 0: the rest
in vec3 at;
in vec3 normal;
in float nearness;
flat in vec4 colour;
out vec4 pixel;

void main() {
    float away = length(eye.xy);
#ifdef OUTLINE
    if (nearness > 1.2 && away > 2.9 && away < 9.5) discard;
    pixel = screen_colour(fogged(colour.rgb * 0.10, at));
#else
    float left = 1.0 - smoothstep(1.2, 2.4, nearness) * smoothstep(2.9, 3.3, away) * smoothstep(9.5, 7.5, away);
    if (left < 0.01 || faint > 0.5 == left > 0.99) discard;
    vec3 light = shade(colour.rgb, at, normalize(normal), colour.a, 0.4, 1.0);
    pixel = vec4(screen_colour(fogged(light, at)).rgb, left);
#endif
}
