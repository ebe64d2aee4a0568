"""No servo: nothing is asked of any bone. What is left are the joints' limits and
`passive_damping`: a forearm of 0.1 kg m2 that swings at 2 rad/s is held back by 8 x 0.1 x 2 = 1.6 N m."""

from __future__ import annotations

from components.arrays import Ints1
from components.law import Asks, Law, compiled, declare
from components.settings import setting
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle

OFF = declare(
    Law(
        name="off",
        place=1,
        module=__name__,
        about="nobody moves the bones: a rag doll with its joint limits",
        asks=Asks.NOTHING,
        settings={
            "passive_damping": setting(8.0, "drag of joints that nobody moves, times their inertia", "1/s", 0.0, 100.0)
        },
    )
)


@kernel
def off(rows, demand):
    for i in rows:
        demand.torque[i], demand.gain[i] = (0.0, 0.0, 0.0), 0.0


@entry
@allocating_kernel
def ask_nothing(rows: Ints1, t: Handle, dt: float):
    off(rows, t.demand)


compiled(OFF, ask_nothing)
