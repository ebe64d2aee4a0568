"""A body as one sees it: 83 rounded parts over the bones of a rig, in skin, shorts, shoes and gloves.

The parts lie a little outside the collision shapes where flesh does (calves, chest), and exactly on them where the
body touches: soles. A rig without the names that are used here is drawn as its collision shapes.
"""

from __future__ import annotations

from components.rig import Rig
from systems.draw.parts import Paint, Part, Sculptor, Vec3, between

SKINS = ((0.79, 0.56, 0.42), (0.50, 0.32, 0.22), (0.84, 0.63, 0.50), (0.65, 0.44, 0.30), (0.37, 0.24, 0.17))
HAIRS = ((0.20, 0.13, 0.09), (0.07, 0.06, 0.06), (0.45, 0.29, 0.13), (0.10, 0.08, 0.07), (0.05, 0.05, 0.05))
WHITE = (0.90, 0.89, 0.86)
NEEDED = {"pelvis", "head"} | {
    f"{side}_{bone}" for side in ("left", "right") for bone in ("clavicle", "upper_arm", "forearm", "hand")
}


class Wardrobe:
    """The paints of one character: skin and hair by its place among the others, the rest by its colour."""

    def __init__(self, colour: Vec3, index: int) -> None:
        self.palette: list[Paint] = []
        skin = SKINS[index % len(SKINS)]
        self.skin = self._paint(skin, 0.22)
        self.lip = self._paint(shaded(skin, 0.72), 0.2)
        self.hair = self._paint(HAIRS[index % len(HAIRS)], 0.30)
        self.shorts = self._paint(colour, 0.12)
        self.glove = self._paint(colour, 0.72)
        self.shoe = self._paint(shaded(colour, 0.62), 0.35)
        self.trim = self._paint(WHITE, 0.15)
        self.eye = self._paint((0.06, 0.05, 0.05), 0.9)

    def _paint(self, colour: Vec3, gloss: float) -> Paint:
        self.palette.append(Paint(colour, gloss, row=len(self.palette)))
        return self.palette[-1]


def figure(rig: Rig, colour: Vec3, index: int) -> list[Part]:
    """The parts of a body; `Part.bone` counts from the character's root."""
    wear = Wardrobe(colour, index)
    body = Sculptor(rig, rig.height / 1.78)
    if not has_figure(rig):
        for bone in rig.bones:
            for shape in bone.shapes:
                body.shape(bone.name, shape, wear.shorts)
        return body.parts
    trunk(body, wear)
    head(body, wear)
    for side, y in (("left", 1.0), ("right", -1.0)):
        arm(body, wear, side, y)
        if rig.has_legs:
            leg(body, wear, side)
    for shape in rig.bones[0].shapes[1:] if not rig.has_legs else ():  # the stand that it has instead
        body.shape(rig.names[0], shape, wear.trim)
    return body.parts


def has_figure(rig: Rig) -> bool:
    """Or is it drawn as its collision shapes?"""
    return set(rig.names) >= NEEDED


def trunk(body: Sculptor, wear: Wardrobe) -> None:
    rig = body.rig
    chain = [rig.index("head")]
    while rig.bones[chain[-1]].parent >= 0:
        chain.append(rig.bones[chain[-1]].parent)
    spine = [rig.bones[i].name for i in reversed(chain) if not rig.bones[i].name.startswith(("neck", "head"))]
    chest, middle = spine[-1], spine[len(spine) // 2]
    pelvis, skin = "pelvis", wear.skin
    x, y, z = body.at(pelvis)
    up = body.at("left_upper_arm")[2]

    def place(forward: float, left: float, above: float) -> Vec3:
        """From the pelvis' centre; `above` 0.47 is as high as the shoulders."""
        return x + body.scale * forward, y + body.scale * left, z + (up - z) * above / 0.47

    body.ball(pelvis, place(-0.008, 0.0, -0.035), (0.112, 0.162, 0.110), wear.shorts)
    body.capsule(pelvis, place(0.0, 0.0, 0.0), place(0.0, 0.0, 0.045), 0.152, 0.143, wear.shorts, 0.72)
    body.ball(pelvis, place(0.002, 0.0, 0.092), (0.103, 0.145, 0.026), wear.trim)
    body.capsule(pelvis, place(0.0, 0.0, 0.08), place(0.004, 0.0, 0.20), 0.136, 0.139, skin, 0.70, middle)
    body.capsule(middle, place(0.004, 0.0, 0.19), place(0.0, 0.0, 0.315), 0.139, 0.160, skin, 0.70, chest)
    body.ball(chest, place(-0.045, 0.0, 0.365), (0.075, 0.150, 0.115), skin)
    body.capsule(chest, place(0.0, -0.075, 0.375), place(0.0, 0.075, 0.375), 0.098, 0.098, skin)
    for left in (-1.0, 1.0):
        for above, out in ((0.155, 0.088), (0.215, 0.090), (0.272, 0.095)):  # the belly's muscles
            centre = place(out, 0.032 * left, above)
            below = next(bone for bone in reversed(spine) if body.at(bone)[2] <= centre[2])
            body.ball(below, centre, (0.017, 0.029, 0.027), skin)
        side = "left" if left > 0.0 else "right"
        shoulder = body.at(f"{side}_upper_arm", 0.0, -0.015 * left, 0.004)
        body.ball(chest, place(-0.078, 0.072 * left, 0.395), (0.042, 0.060, 0.085), skin)
        beside = place(-0.070, 0.034 * left, 0.17), place(-0.072, 0.032 * left, 0.30)  # the spine
        body.capsule(middle, *beside, 0.034, 0.032, skin, to=chest)
        body.ball(pelvis, place(-0.060, 0.072 * left, -0.062), (0.070, 0.080, 0.075), wear.shorts)
        body.ball(chest, place(0.054, 0.070 * left, 0.368), (0.054, 0.084, 0.072), skin)
        body.capsule(chest, place(-0.022, 0.028 * left, 0.515), shoulder, 0.050, 0.044, skin, to=f"{side}_clavicle")
        body.capsule(chest, place(0.0, 0.07 * left, 0.40), shoulder, 0.085, 0.052, skin, to=f"{side}_clavicle")
    body.capsule(chest, place(-0.014, 0.0, 0.485), body.at("head", 0.004, 0.0, 0.03), 0.066, 0.056, skin, to="head")


def head(body: Sculptor, wear: Wardrobe) -> None:
    """Looks along its bone's x axis."""

    def at(x: float, y: float, z: float) -> Vec3:
        return body.at("head", x, y, z)

    skin = wear.skin
    body.ball("head", at(0.006, 0.0, 0.094), (0.098, 0.078, 0.086), skin)
    body.capsule("head", at(0.020, 0.0, 0.078), at(0.042, 0.0, 0.014), 0.073, 0.043, skin)
    body.ball("head", at(-0.014, 0.0, 0.108), (0.096, 0.083, 0.083), wear.hair)
    body.capsule("head", at(0.096, 0.0, 0.082), at(0.107, 0.0, 0.050), 0.010, 0.015, skin)
    body.capsule("head", at(0.0825, -0.016, 0.020), at(0.0825, 0.016, 0.020), 0.005, 0.005, wear.lip, 0.8, fine=True)
    for y in (-1.0, 1.0):
        body.ball("head", at(0.004, 0.080 * y, 0.066), (0.019, 0.011, 0.028), skin, fine=True)
        body.ball("head", at(0.0835, 0.034 * y, 0.078), (0.011, 0.0155, 0.0105), wear.trim, fine=True)
        body.ball("head", at(0.0915, 0.0325 * y, 0.078), (0.0055, 0.0075, 0.0085), wear.eye, fine=True)
        brow = at(0.098, 0.016 * y, 0.100), at(0.085, 0.052 * y, 0.099)
        body.capsule("head", *brow, 0.005, 0.004, wear.hair, fine=True)


def arm(body: Sculptor, wear: Wardrobe, side: str, y: float) -> None:
    upper, fore, hand = (f"{side}_{bone}" for bone in ("upper_arm", "forearm", "hand"))
    shoulder, elbow, wrist = body.at(upper), body.at(fore), body.at(hand)
    skin = wear.skin
    body.ball(upper, body.at(upper, 0.0, 0.010 * y, -0.030), (0.067, 0.061, 0.081), skin)
    body.capsule(upper, shoulder, elbow, 0.055, 0.040, skin)
    body.capsule(upper, body.at(upper, 0.017, 0.0, -0.11), body.at(upper, 0.014, 0.0, -0.19), 0.043, 0.041, skin)
    body.capsule(upper, body.at(upper, -0.018, 0.0, -0.09), body.at(upper, -0.012, 0.0, -0.18), 0.042, 0.038, skin)
    body.capsule(fore, elbow, between(elbow, wrist, 0.45), 0.041, 0.043, skin)
    belly = body.at(fore, 0.006, 0.007 * y, -0.045), body.at(fore, 0.004, 0.004 * y, -0.11)
    body.capsule(fore, *belly, 0.043, 0.042, skin)
    lower = f"{side}_forearm_twist" if f"{side}_forearm_twist" in body.rig.names else fore
    body.capsule(lower, between(elbow, wrist, 0.45), wrist, 0.044, 0.030, skin)
    if any(shape.kind == "sphere" for shape in body.rig.bones[body.rig.index(hand)].shapes):  # it wears gloves
        body.ball(hand, body.at(hand, 0.004, 0.0, -0.078), (0.070, 0.062, 0.077), wear.glove)
        body.ball(hand, body.at(hand, 0.0, 0.0, -0.038), (0.050, 0.046, 0.046), wear.glove)
        thumb = body.at(hand, 0.045, -0.012 * y, -0.045), body.at(hand, 0.058, -0.018 * y, -0.090)
        body.capsule(hand, *thumb, 0.024, 0.021, wear.glove)
        body.capsule(hand, body.at(hand, 0.0, 0.0, 0.025), body.at(hand, 0.0, 0.0, -0.015), 0.039, 0.043, wear.trim)
        return
    body.capsule(hand, wrist, body.at(hand, 0.002, 0.0, -0.072), 0.021, 0.021, skin, 1.75)
    for x in (-0.021, -0.007, 0.007, 0.021):
        length = 0.165 - 8.0 * abs(x - 0.004) * abs(x - 0.004) / 0.21
        to = next(name for name in (f"{side}_fingertips", f"{side}_fingers", hand) if name in body.rig.names)
        finger = body.at(hand, x, 0.0, -0.08), body.at(hand, x, 0.0, -length)
        body.capsule(hand, *finger, 0.0105, 0.0085, skin, to=to, fine=True)
    bone = f"{side}_thumb" if f"{side}_thumb" in body.rig.names else hand
    thumb = body.at(hand, 0.020, 0.0, -0.030), body.at(hand, 0.048, 0.0, -0.085)
    body.capsule(bone, *thumb, 0.014, 0.010, skin, fine=True)


def leg(body: Sculptor, wear: Wardrobe, side: str) -> None:
    whole = "underfoot" if f"{side}_underfoot" in body.rig.names else "foot"  # below an ankle of two axes
    thigh, shin, foot = (f"{side}_{bone}" for bone in ("thigh", "shin", whole))
    hip, knee, ankle = body.at(thigh), body.at(shin), body.at(foot)
    toes = f"{side}_toes" if f"{side}_toes" in body.rig.names else foot
    skin = wear.skin
    body.capsule(thigh, hip, knee, 0.088, 0.054, skin)
    body.capsule(thigh, body.at(thigh, 0.016, 0.0, -0.18), body.at(thigh, 0.012, 0.0, -0.35), 0.070, 0.050, skin)
    body.capsule(thigh, hip, between(hip, knee, 0.50), 0.099, 0.090, wear.shorts)
    body.capsule(thigh, between(hip, knee, 0.50), between(hip, knee, 0.535), 0.0905, 0.0895, wear.trim)
    body.capsule(shin, knee, ankle, 0.054, 0.038, skin)
    body.capsule(shin, body.at(shin, -0.018, 0.0, -0.085), body.at(shin, -0.018, 0.0, -0.18), 0.0535, 0.0485, skin)
    body.capsule(shin, between(knee, ankle, 0.64), between(knee, ankle, 0.66), 0.0475, 0.047, wear.trim)
    body.capsule(shin, between(knee, ankle, 0.68), ankle, 0.0475, 0.044, wear.shoe)
    # Soles at -0.075 m, as the boxes that touch the ground: radius times flatness below the middle.
    heel, middle = body.at(foot, -0.016, 0.0, -0.0408), body.at(foot, 0.085, 0.0, -0.0397)
    body.capsule(foot, heel, middle, 0.045, 0.0465, wear.shoe, 0.76)
    ball = body.at(foot, 0.085, 0.0, -0.0445)
    if body.rig.bones[body.rig.index(toes)].shapes and toes != foot:
        body.capsule(foot, ball, body.at(toes, 0.026, 0.0, 0.004), 0.0465, 0.037, wear.shoe, 0.66, toes)
    else:
        body.capsule(foot, ball, body.at(foot, 0.133, 0.0, -0.050), 0.0465, 0.038, wear.shoe, 0.66)
    body.capsule(foot, ankle, body.at(foot, 0.075, 0.0, -0.042), 0.044, 0.032, wear.shoe)


def shaded(colour: Vec3, share: float) -> Vec3:
    return share * colour[0], share * colour[1], share * colour[2]
