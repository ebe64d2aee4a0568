"""No servo: nothing is asked of any bone. What is left are the joints' limits and a little stiffness of the flesh."""

from __future__ import annotations

from components.arrays import Ints1
from components.law import Asks, Law, compiled, declare
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels.handle import Handle

OFF = declare(
    Law(
        name="off",
        place=1,
        module=__name__,
        about="nobody moves the bones: a rag doll with its joint limits",
        asks=Asks.NOTHING,
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
