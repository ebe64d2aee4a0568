// A quad for each rectangle, letter or piece of a line. All places in pixels from the upper left corner.
layout(location = 0) in vec4 box;    // x, y, width, height; of a line: where it begins and ends
layout(location = 1) in vec4 kind;   // 0 rectangle, radius / 1 letter, its place in the atlas / 2 line, half its width
layout(location = 2) in vec4 colour;
out vec2 at;                         // pixels: from the middle; of a letter: in the atlas; of a line: along and across
flat out vec4 shape;                 // kind; half width, half height and radius; of a line: half length, 0, half width
flat out vec4 paint;
uniform vec2 window;                 // pixels

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 side = 2.0 * corner - 1.0;
    vec2 place;
    paint = colour;
    if (kind.x > 1.5) {
        vec2 along = box.zw - box.xy;
        float far = length(along);
        along = far > 0.0 ? along / far : vec2(1.0, 0.0);
        shape = vec4(2.0, 0.5 * far, 0.0, kind.y);
        at = side * (vec2(0.5 * far, 0.0) + kind.y + 1.0);
        place = 0.5 * (box.xy + box.zw) + at.x * along + at.y * vec2(-along.y, along.x);
    } else if (kind.x > 0.5) {
        shape = vec4(1.0, 0.0, 0.0, 0.0);
        at = kind.yz + corner * box.zw;
        place = box.xy + corner * box.zw;
    } else {
        shape = vec4(0.0, 0.5 * box.zw, min(kind.y, 0.5 * min(box.z, box.w)));
        at = side * (0.5 * box.zw + (box.z * box.w > 0.0 ? 1.0 : 0.0));  // a pixel more, for smooth edges
        place = box.xy + 0.5 * box.zw + at;
    }
    gl_Position = vec4(2.0 * place.x / window.x - 1.0, 1.0 - 2.0 * place.y / window.y, 0.0, 1.0);
}
