// How much of the pixel is covered: exactly for what has sharp corners, by the distance from the edge for what is round.
in vec2 at;
flat in vec4 shape;
flat in vec4 paint;
out vec4 pixel;
uniform sampler2D atlas;

float covered() {
    if (shape.x > 0.5 && shape.x < 1.5) return texelFetch(atlas, ivec2(floor(at)), 0).r;
    if (shape.w <= 0.0) {
        vec2 overlap = clamp(min(at + 0.5, shape.yz) - max(at - 0.5, -shape.yz), 0.0, 1.0);
        return overlap.x * overlap.y;
    }
    vec2 outside = abs(at) - shape.yz + (shape.x < 0.5 ? shape.w : 0.0);
    float away = length(max(outside, 0.0)) + min(max(outside.x, outside.y), 0.0) - shape.w;
    return clamp(0.5 - away, 0.0, 1.0);
}

void main() {
    pixel = vec4(paint.rgb, paint.a * covered());
}
