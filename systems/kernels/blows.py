"""From touches to blows: who is touched, and which bone of each character takes the hardest impulse from outside."""

from __future__ import annotations

from systems.kernels import kernel


@kernel
def meeting(contacts, hand, first, last):
    """What a hand does to another's bones (rows first .. last): the hardest touch, -1 if none, and N s of all."""
    hardest, impulse = -1, 0.0
    for k in range(contacts.count[0]):
        if contacts.other_bone[k] == hand and first <= contacts.bone[k] < last:
            impulse += contacts.impulse[k]
            if hardest < 0 or contacts.impulse[k] > contacts.impulse[hardest]:
                hardest = k
    return hardest, impulse


@kernel
def pressing(skeletons, contacts, first, last):
    """N s in the last step of what other characters do to these bones (rows first .. last)."""
    owner, impulse = skeletons.owner[first], 0.0
    for k in range(contacts.count[0]):
        other = contacts.other_bone[k]
        if first <= contacts.bone[k] < last and other >= 0 and skeletons.owner[other] != owner:
            impulse += contacts.impulse[k]
    return impulse


@kernel
def linking(skeletons, contacts, first, last):
    """Does an arm lie on another's trunk, or another's arm on the trunk of this character (rows first .. last)?"""
    owner, limb, felt = skeletons.owner, skeletons.limb, skeletons.felt
    for k in range(contacts.count[0]):
        i, other = contacts.bone[k], contacts.other_bone[k]
        two = first <= i < last and other >= 0 and owner[other] != owner[i]
        if two and ((felt[i] < 1.0 and not limb[other]) or (felt[other] < 1.0 and not limb[i])):
            return True
    return False


@kernel
def blows(skeletons, contacts, ground, modes, out):
    """Fill `modes.touching` and `out` (components.table.Blows). `ground` holds the engine's ids of the ground.

    The hardest is what is felt most: 30 N s on a forearm, of which 0.3 are felt, are less than 12 on the head.
    """
    felt = skeletons.felt
    modes.touching[:] = False
    out.impulse[:] = 0.0
    out.bone[:] = -1
    out.touch[:] = -1
    out.per_bone[:] = 0.0
    for k in range(contacts.count[0]):
        i, other = contacts.bone[k], contacts.other_bone[k]
        c = skeletons.owner[i]
        if other >= 0 and skeletons.owner[other] == c:
            continue
        modes.touching[c] = True
        if skeletons.foot[i] and contacts.other[k] in ground:
            continue
        out.per_bone[i] += contacts.impulse[k]
        most = out.touch[c]
        if most < 0 or felt[i] * contacts.impulse[k] > felt[contacts.bone[most]] * contacts.impulse[most]:
            out.touch[c] = k
        if out.bone[c] < 0 or felt[i] * out.per_bone[i] > felt[out.bone[c]] * out.impulse[c]:
            out.impulse[c] = out.per_bone[i]
            out.bone[c] = i
