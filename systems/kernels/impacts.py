"""From touches to impacts, and what these are to each character and to each fist."""

from __future__ import annotations

from systems.kernels import kernel
from systems.kernels.quaternions import add, cross, dot, row3, sub


@kernel
def keep_bones(bones, out):
    """Into `components.table.Before`."""
    for i in range(len(bones.position)):
        for a in range(3):
            out.position[i, a], out.velocity[i, a], out.spin[i, a] = (
                bones.position[i, a], bones.velocity[i, a], bones.spin[i, a]
            )  # fmt: skip


@kernel
def take_impacts(skeletons, contacts, before, ground, out):
    """Carry `out` (components.table.Impacts) on by one step; `ground` holds the engine's ids of the ground.

    What a full table has no room for is left out.
    """
    owner, strength = skeletons.owner, contacts.impulse
    for row in range(out.count[0]):
        out.touch[row], out.impulse[row] = -1, 0.0
    row = 0
    for k in range(contacts.count[0]):
        i, by, other = contacts.bone[k], contacts.other_bone[k], contacts.other[k]
        if by >= 0 and owner[by] == owner[i]:
            continue
        on_ground = other in ground
        row = row_of(out, i, ground[0] if on_ground else other, by, on_ground, row)
        if row < 0:
            continue
        out.impulse[row] += strength[k]
        if out.touch[row] < 0 or strength[k] > strength[out.touch[row]]:
            out.touch[row] = k
    kept = 0
    for row in range(out.count[0]):
        if out.touch[row] >= 0:
            move(out, row, kept)
            measure(contacts, before, out, kept)
            kept += 1
    out.count[0] = kept


@kernel
def row_of(out, bone, other, by, ground, likely):
    """Its row, a new one if need be; -1 where there is no room. Touches of one pair follow one another: `likely`."""
    n = out.count[0]
    if 0 <= likely < n and out.bone[likely] == bone and out.other[likely] == other and out.by[likely] == by:
        return likely
    for row in range(n):
        if out.bone[row] == bone and out.other[row] == other and out.by[row] == by:
            return row
    if n == len(out.bone):
        return -1
    out.count[0] = n + 1
    out.bone[n], out.other[n], out.by[n], out.ground[n] = bone, other, by, ground
    out.touch[n], out.impulse[n], out.steps[n], out.total[n] = -1, 0.0, 0, 0.0
    return n


@kernel
def move(out, old, new):
    """Those that last, to the front."""
    if old != new:
        out.bone[new], out.other[new], out.by[new], out.ground[new] = (
            out.bone[old], out.other[old], out.by[old], out.ground[old]
        )  # fmt: skip
        out.touch[new], out.impulse[new], out.steps[new], out.total[new], out.arrival[new] = (
            out.touch[old], out.impulse[old], out.steps[old], out.total[old], out.arrival[old]
        )  # fmt: skip


@kernel
def measure(contacts, before, out, row):
    """Where its hardest touch is, and how fast the two came together there before the step.

    Both are taken where they were before the step: there the engine found the touch.
    """
    k, i, by = out.touch[row], out.bone[row], out.by[row]
    place, normal = row3(contacts.position, k), row3(contacts.normal, k)
    for a in range(3):
        out.place[row, a], out.normal[row, a] = place[a], normal[a]
    comes = (0.0, 0.0, 0.0)
    if by >= 0:
        comes = moving(row3(before.position, by), row3(before.velocity, by), row3(before.spin, by), place)
    elif not out.ground[row]:
        comes = thing_moving(before, out.other[row], place)
    goes = moving(row3(before.position, i), row3(before.velocity, i), row3(before.spin, i), place)
    out.closing[row] = dot(sub(comes, goes), normal)
    if out.steps[row] == 0:
        out.arrival[row] = out.closing[row]
    out.steps[row] += 1
    out.total[row] += out.impulse[row]


@kernel
def moving(position, velocity, spin, place):
    """m/s of what is there of a body."""
    return add(velocity, cross(spin, sub(place, position)))


@kernel
def thing_moving(before, thing, place):
    """m/s of what is there of a thing, which is awake from now on; one that is fixed stands."""
    for n in range(before.things[0]):
        if before.thing[n] == thing:
            before.awake[n] = True
            m = before.thing_motion
            velocity, spin = (m[n, 7], m[n, 8], m[n, 9]), (m[n, 10], m[n, 11], m[n, 12])
            return moving((m[n, 0], m[n, 1], m[n, 2]), velocity, spin, place)
    return (0.0, 0.0, 0.0)


@kernel
def blows(skeletons, impacts, modes, out):
    """Fill `modes.touching` and `out` (components.table.Blows).

    The hardest is what is felt most: 30 N s on a forearm, of which 0.3 are felt, are less than 12 on the head. Who
    struck is who gave that bone most of it: of 8 N s by a fist and 4 by the ground on the same head, the fist.
    """
    felt, owner, bone, impulse = skeletons.felt, skeletons.owner, impacts.bone, impacts.impulse
    modes.touching[:] = False
    out.impulse[:] = 0.0
    out.bone[:] = -1
    out.impact[:] = -1
    out.per_bone[:] = 0.0
    for row in range(impacts.count[0]):
        i = bone[row]
        c = owner[i]
        modes.touching[c] = True
        if skeletons.foot[i] and impacts.ground[row]:
            continue
        out.per_bone[i] += impulse[row]
        if out.bone[c] < 0 or felt[i] * out.per_bone[i] > felt[out.bone[c]] * out.impulse[c]:
            out.impulse[c], out.bone[c] = out.per_bone[i], i
    for row in range(impacts.count[0]):
        i = bone[row]
        c = owner[i]
        if i != out.bone[c] or (skeletons.foot[i] and impacts.ground[row]):
            continue
        if out.impact[c] < 0 or impulse[row] > impulse[out.impact[c]]:
            out.impact[c] = row


@kernel
def meeting(impacts, hand, first, last):
    """What a hand does to another's bones (rows first .. last): the hardest impact, -1 if none, and N s of all."""
    hardest, impulse = -1, 0.0
    for row in range(impacts.count[0]):
        if impacts.by[row] == hand and first <= impacts.bone[row] < last:
            impulse += impacts.impulse[row]
            if hardest < 0 or impacts.impulse[row] > impacts.impulse[hardest]:
                hardest = row
    return hardest, impulse


@kernel
def touching(impacts, thing, first, last):
    """Does that thing (the engine's id) touch one of these bones (rows first .. last)?"""
    found = False
    for row in range(impacts.count[0]):
        found = found or (impacts.other[row] == thing and first <= impacts.bone[row] < last)
    return found


@kernel
def pressing(impacts, first, last):
    """N s in the last step of what other characters do to these bones (rows first .. last)."""
    impulse = 0.0
    for row in range(impacts.count[0]):
        if first <= impacts.bone[row] < last and impacts.by[row] >= 0:
            impulse += impacts.impulse[row]
    return impulse


@kernel
def hooking(skeletons, impacts, first, last):
    """Are arms locked? An arm lies on another's trunk, or another's arm on the trunk of this character (rows first ..
    last); or the elbow of each is in that of the other, so that neither gets out backwards."""
    limb, felt = skeletons.limb, skeletons.felt
    over, under = False, False
    for row in range(impacts.count[0]):
        i, by = impacts.bone[row], impacts.by[row]
        if not (first <= i < last and by >= 0):
            continue
        if (felt[i] < 1.0 and not limb[by]) or (felt[by] < 1.0 and not limb[i]):
            return True
        over = over or (is_forearm(skeletons, i) and is_upper_arm(skeletons, by))
        under = under or (is_upper_arm(skeletons, i) and is_forearm(skeletons, by))
    return over and under


@kernel
def is_upper_arm(skeletons, i):
    return skeletons.felt[i] < 1.0 and skeletons.felt[skeletons.parent[i]] >= 1.0


@kernel
def is_forearm(skeletons, i):
    """Or a hand."""
    return skeletons.felt[i] < 1.0 and skeletons.felt[skeletons.parent[i]] < 1.0
