"""What a body weighs beside what its rig says, found from what its joints did in the last step (law `adaptive`).

A joint's torque t moves all that hangs on it. Where the rig is wrong by `more` kg at a bone's centre of mass, and by
`harder` times its inertia, what is left over of the torque is

    e = t - M a - h = Y (more, harder)           a: what came of the last step, of all joints and the root

Y is what one kilogram, and the bone's own inertia once more, would have taken of its joint. Bones are weighed from the
ends of limbs inwards, so each joint has two unknowns: its own bone's. They are found by least squares that forget
(a Kalman filter): V = (x - x*)^T P^-1 (x - x*) falls in each step by e^2 / (Y P Y^T + R), whatever the motion is.

    P0: (1.5 kg + twice the bone's mass)^2, 3^2       R: (0.05 N m + 2 % of t)^2       forgets within 4 s

5 kg on a hand of 0.5 kg, 7 cm from its wrist, take 3.4 N m more. R then is (0.12 N m)^2, so a step leaves a doubt of
0.18 kg about `more`. Nothing is learned through a joint below which something touches or pulls. What is found goes into
the map, into masses as into weights (systems/kernels/dynamics.py), until another law moves the bone.
"""

from __future__ import annotations

from systems.kernels import kernel
from systems.kernels.inverse import inertia_times
from systems.kernels.quaternions import add, cross, dot, norm, rotate, row3, row4, scale, sub, unrotate
from systems.laws.reference import HINGE

FORGETS = 0.25  # 1/s
UNKNOWN_KG, UNKNOWN_SHARE, UNKNOWN_INERTIA = 1.5, 2.0, 3.0  # of P0: kg, of the bone's mass, of its inertia
LEAST_TORQUE, ROUGH = 0.05, 0.02  # of R: N m, and of the torque
LIGHTEST, HEAVIEST, HARDEST = -0.9, 40.0, 20.0  # of its mass and its inertia; kg; of its inertia
KNOCK = 3000.0  # rad/s2: what speeds up a bone like that is no muscle


@kernel
def weigh(rows, skeletons, bones, modes, muscles, torques, contacts, strings, own, dt, dynamics):
    """`dynamics.more` and `harder` of these bones, from the last step."""
    owner, first, body = skeletons.owner, skeletons.first, -1
    own.weighs[:] = False
    for k in range(len(rows)):
        i = rows[k]
        own.weighs[i] = own.adapting[i] and not muscles.fresh[i]
        if owner[i] != body:
            body = owner[i]
            own.known[first[body]] = False
        own.known[first[body]] = own.known[first[body]] or not muscles.fresh[i]
    body = -1
    for k in range(len(rows)):
        c = owner[rows[k]]
        if c != body:
            body = c
            find_touched(c, skeletons, contacts, strings, dynamics.pushed, own.touched)
            if own.known[first[c]]:
                speed_up(c, skeletons, bones, own, dt)
                weigh_body(c, skeletons, torques, modes, dynamics, own, dt)
            keep(c, skeletons, bones, own)


@kernel
def find_touched(c, skeletons, contacts, strings, pushed, touched):
    """Does anything touch a bone, push it or pull at it, or at what hangs on it? Bones of one body touch in one row."""
    first, last = skeletons.first[c], skeletons.first[c + 1]
    for i in range(first, last):
        touched[i] = pushed[i] > 0
        pushed[i] = max(0, pushed[i] - 1)
    for k in range(contacts.count[0]):
        for i in (contacts.bone[k], contacts.other_bone[k]):
            if first <= i < last:
                touched[i] = True
    for n in range(strings.count[0]):
        if first <= strings.bone[n] < last:
            touched[strings.bone[n]] = True
    for i in range(last - 1, first, -1):
        if touched[i]:
            touched[skeletons.parent[i]] = True


@kernel
def forget_weight(i, skeletons, dynamics, own):
    unknown = UNKNOWN_KG + UNKNOWN_SHARE * skeletons.mass[i]
    dynamics.more[i], dynamics.harder[i] = 0.0, 0.0
    own.doubt[i] = (unknown * unknown, 0.0, UNKNOWN_INERTIA * UNKNOWN_INERTIA)


@kernel
def keep(c, skeletons, bones, own):
    """How the body is before this step."""
    first = skeletons.first[c]
    for i in range(first, skeletons.first[c + 1]):
        own.place[i], own.turn[i], own.whirl[i] = (
            row3(bones.position, i),
            row4(bones.orientation, i),
            row3(bones.spin, i),
        )
        own.rate[i] = row3(bones.joint_spin, i)
    own.rate[first] = row3(bones.velocity, first)


@kernel
def speed_up(c, skeletons, bones, own, dt):
    """`own.turning` and `own.moving`: rad/s2 of each bone and m/s2 of its joint in the last step, world axes."""
    parent, first, whirl = skeletons.parent, skeletons.first[c], own.whirl
    own.turning[first] = scale(1.0 / dt, sub(row3(bones.spin, first), row3(whirl, first)))
    own.moving[first] = scale(1.0 / dt, sub(row3(bones.velocity, first), row3(own.rate, first)))
    for i in range(first + 1, skeletons.first[c + 1]):
        p, w = parent[i], row3(whirl, i)
        above, arm, t = row3(whirl, p), sub(row3(own.place, i), row3(own.place, p)), row3(own.turning, p)
        a = scale(1.0 / dt, sub(row3(bones.joint_spin, i), row3(own.rate, i)))
        own.turning[i] = add(t, add(rotate(row4(own.turn, i), a), cross(above, sub(w, above))))
        own.moving[i] = add(row3(own.moving, p), add(cross(t, arm), cross(above, cross(above, arm))))


@kernel
def weigh_body(c, skeletons, torques, modes, dynamics, own, dt):
    """From the ends of limbs inwards; `own.took` gathers what each bone and all below it took, about the root."""
    first, last, parent, took = skeletons.first[c], skeletons.first[c + 1], skeletons.parent, own.took
    root = row3(own.place, first)
    took[first:last] = 0.0
    for i in range(last - 1, first, -1):
        q, w, t = row4(own.turn, i), row3(own.whirl, i), row3(own.turning, i)
        r = rotate(q, row3(skeletons.com, i))
        x, y, z = add(row3(own.moving, i), add(cross(t, r), cross(w, cross(w, r))))
        per_kg = (x, y, z + modes.gravity[c])
        j = row3(skeletons.inertia, i)
        spun = add(inertia_times(q, j, t), cross(w, inertia_times(q, j, w)))
        arm = sub(row3(own.place, i), root)
        take(i, add(arm, r), skeletons.mass[i] + dynamics.more[i], per_kg, 1.0 + dynamics.harder[i], spun, took)
        if own.weighs[i] and not own.touched[i] and norm(t) < KNOCK:
            more, harder = dynamics.more[i], dynamics.harder[i]
            learn(i, q, arm, cross(r, per_kg), spun, skeletons, torques, dynamics, own, dt)
            take(i, add(arm, r), dynamics.more[i] - more, per_kg, dynamics.harder[i] - harder, spun, took)
        for n in range(6):
            took[parent[i], n] += took[i, n]


@kernel
def take(i, at, mass, per_kg, share, spun, took):
    torque = add(scale(mass, cross(at, per_kg)), scale(share, spun))
    for n in range(3):
        took[i, n] += torque[n]
        took[i, 3 + n] += mass * per_kg[n]


@kernel
def learn(i, q, arm, of_mass, of_inertia, skeletons, torques, dynamics, own, dt):
    """Least squares for each axis of joint i in turn."""
    hinge = skeletons.joint[i] == HINGE
    below = sub(row3(own.took, i), cross(arm, (own.took[i, 3], own.took[i, 4], own.took[i, 5])))
    gave, needs = row3(torques.joint, i), unrotate(q, below)
    of_mass, of_inertia = unrotate(q, of_mass), unrotate(q, of_inertia)
    if hinge:
        axis = row3(skeletons.axis, i)
        needs, of_mass, of_inertia = (
            (dot(needs, axis), 0.0, 0.0), (dot(of_mass, axis), 0.0, 0.0), (dot(of_inertia, axis), 0.0, 0.0)
        )  # fmt: skip
    mass, fades = skeletons.mass[i], 1.0 - FORGETS * dt
    unknown, rough = UNKNOWN_KG + UNKNOWN_SHARE * mass, LEAST_TORQUE + ROUGH * norm(gave)
    a, b, d = row3(own.doubt, i)
    new = 1.0 - fades * fades
    a, b, d = (
        fades * fades * a + new * unknown**2, fades * fades * b, fades * fades * d + new * UNKNOWN_INERTIA**2
    )  # fmt: skip
    more, harder = 0.0, 0.0
    for n in range(1 if hinge else 3):
        y, s = of_mass[n], of_inertia[n]
        u, v = a * y + b * s, b * y + d * s
        size = u * y + v * s + rough * rough
        e = gave[n] - needs[n] - more * y - harder * s
        more, harder = more + u / size * e, harder + v / size * e
        a, b, d = a - u * u / size, b - u * v / size, d - v * v / size
    own.doubt[i] = (a, b, d)
    dynamics.more[i] = min(HEAVIEST, max(LIGHTEST * mass, fades * (dynamics.more[i] + more)))
    dynamics.harder[i] = min(HARDEST, max(LIGHTEST, fades * (dynamics.harder[i] + harder)))
