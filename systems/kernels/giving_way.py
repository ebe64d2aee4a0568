"""What becomes of the bones' torques in a step: where they go, and by how much they give way to it.

    T_b = T0_b - K_b a_b        K = 0.3 kg m2, 20 rad/s2: 6 N m less

`transmit` carries them along their paths to the joints, `generalise` to the body's freedoms, `give_way` takes what the
accelerations cost. The root's drive comes from outside and has a limit of its own.
"""

from __future__ import annotations

from math import sqrt

from systems.kernels import kernel
from systems.kernels.quaternions import add, row3, scale, sub
from systems.kernels.step_system import EACH, HINGE, OWN, ROOT, through


@kernel
def transmit(skeletons, c, torque_path, muscles, torque, out):
    """What each joint passes on: its own bone's torque, or that of its whole subtree."""
    first, last, parent = skeletons.first[c], skeletons.first[c + 1], skeletons.parent
    if torque_path == EACH:
        transmit_each(first, last, parent, muscles, torque, out)
        return
    for i in range(first, last):
        out[i] = row3(torque, i)
    if torque_path == OWN:
        return
    for i in range(last - 1, first, -1):
        for a in range(3):
            out[parent[i], a] += out[i, a]


@kernel
def transmit_each(first, last, parent, muscles, torque, out):
    torque_path, limp = muscles.torque_path, muscles.limp
    for i in range(first, last):
        out[i] = (0.0, 0.0, 0.0)
    for i in range(first + 1, last):
        own, j = row3(torque, i), i
        while j > first and (torque_path[i] == ROOT or not limp[j]):
            out[j] = add(row3(out, j), own)
            if torque_path[i] == OWN:
                break
            j = parent[j]
        if torque_path[i] == ROOT:
            out[first] = add(row3(out, first), own)


@kernel
def generalise(skeletons, dynamics, drives, c, torque_path, demand, spring, out):
    """Along each freedom: what the joint passes on, its spring, the weight it holds; on the root, what is outside."""
    first, root, bone = skeletons.first_freedom[c], skeletons.first[c], skeletons.bone
    passed, support, motion = demand.transmitted, demand.support, dynamics.motion
    for a in range(3):
        out[first + a] = drives.torque[c, a] + (passed[root, a] if torque_path in (ROOT, EACH) else 0.0)
        out[first + 3 + a] = 0.0
    for k in range(first + 6, skeletons.first_freedom[c + 1]):
        i = bone[k]
        out[k] = support[k]
        for a in range(3):
            out[k] += motion[k, a] * (passed[i, a] + spring[i, a])


@kernel
def joint_acceleration(motion, a, first, kind):
    """rad/s2 of a bone against its parent, world axes, from its joint's freedoms."""
    own = (0.0, 0.0, 0.0)
    for k in range(first, first + (1 if kind == HINGE else 3)):
        own = add(own, scale(a[k], row3(motion, k)))
    return own


@kernel
def give_way(skeletons, dynamics, c, acceleration_path, muscles, a, demand):
    """T = T0 - K (acceleration felt), for the bones (muscle) and for the springs across their joints (sinew)."""
    root, last, first = skeletons.first[c], skeletons.first[c + 1], skeletons.first_freedom[c]
    parent, freedom, kind, motion = skeletons.parent, skeletons.freedom, skeletons.joint, dynamics.motion
    acceleration, gain, spring_gain = demand.acceleration, demand.gain, demand.spring_gain
    torque, spring, muscle, sinew = demand.torque, demand.spring, demand.muscle, demand.sinew
    muscle[root], sinew[root] = row3(torque, root), row3(spring, root)
    acceleration[root] = (a[first], a[first + 1], a[first + 2]) if acceleration_path == ROOT else (0.0, 0.0, 0.0)
    for i in range(root + 1, last):
        own = joint_acceleration(motion, a, freedom[i], kind[i])
        total = own if acceleration_path in (OWN, EACH) else add(own, row3(acceleration, parent[i]))
        acceleration[i] = total
        muscle[i] = sub(row3(torque, i), through(gain, i, total))
        sinew[i] = sub(row3(spring, i), through(spring_gain, i, own))
    if acceleration_path == EACH:
        give_way_each(root, last, (a[first], a[first + 1], a[first + 2]), parent, muscles, demand)


@kernel
def give_way_each(root, last, of_root, parent, muscles, demand):
    """`demand.acceleration` holds each joint's own."""
    for i in range(root + 1, last):
        total, j = row3(demand.acceleration, i), parent[i]
        if muscles.acceleration_path[i] != OWN:
            while j > root and (muscles.acceleration_path[i] == ROOT or not muscles.limp[j]):
                total = add(total, row3(demand.acceleration, j))
                j = parent[j]
        if muscles.acceleration_path[i] == ROOT:
            total = add(total, of_root)
        demand.muscle[i] = sub(row3(demand.torque, i), through(demand.gain, i, total))


@kernel
def hold_drive(drives, c, first, a):
    """Would the root's drive pass its limit about level axes in this step? Then it gives just that, whatever the root
    does, and the step has to be foreseen again: cut afterwards, it would leave a pelvis of 0.07 kg m2 with 300 N m that
    nobody had reckoned with, 36 rad/s in one step."""
    gain, torque = drives.gain, drives.torque
    x, y, _ = drive_left(drives, c, first, a)
    size = sqrt(x * x + y * y)
    if size <= drives.most[c] * (1.0 + 1e-9):
        return False
    torque[c, 0], torque[c, 1] = x * drives.most[c] / size, y * drives.most[c] / size
    for i in range(2):
        for j in range(3):
            gain[c, i, j] = 0.0
            gain[c, j, i] = 0.0
    return True


@kernel
def drive_left(drives, c, first, a):
    """N m of the root's drive when it has given way."""
    gain, torque = drives.gain, drives.torque
    x, y, z = a[first], a[first + 1], a[first + 2]
    return (
        torque[c, 0] - gain[c, 0, 0] * x - gain[c, 0, 1] * y - gain[c, 0, 2] * z,
        torque[c, 1] - gain[c, 1, 0] * x - gain[c, 1, 1] * y - gain[c, 1, 2] * z,
        torque[c, 2] - gain[c, 2, 0] * x - gain[c, 2, 1] * y - gain[c, 2, 2] * z,
    )


@kernel
def give_way_outside(drives, c, first, a, t):
    """The root's drive gives way too."""
    left = drive_left(drives, c, first, a)
    for n in range(3):
        t[first + n] += left[n] - drives.torque[c, n]
