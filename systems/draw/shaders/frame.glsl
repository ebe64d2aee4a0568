// What every shader knows of this frame. Metres, world axes, z up; colours are linear.
layout(std140) uniform Frame {
    mat4 view_projection;
    mat4 unproject;        // its inverse
    mat4 sun_projection;   // world -> shadow map, 0..1
    mat4 below_projection; // world -> the map seen from under the floor, 0..1
    vec4 eye;              // m; w: how many shadow samples to each side
    vec4 sun;              // unit, towards the light; w: side of a shadow texel, m
    vec4 screen;           // width, height, outline width for each m away (m), how dark contact shadows are
    vec4 fog;              // start, end (m), height of the floor, depth of the map seen from under it (m)
    vec4 key;              // colour of the sun or of the lamps; w: time, s
    vec4 zenith;           // colour of the sky above; w: 1 in the hall, 0 in the open
    vec4 horizon;          // colour of the sky around; w: how far from the world's axis the lamps reach, m
    vec4 fill;             // colour of the light on what looks up
    vec4 bounce;           // on what looks down
    vec4 rim;              // on edges
};
