"""Roll: who has tripped and goes on forward rolls over the shoulder of the foot that is free.

He has tripped where a foot is held up 0.1 m behind the place that his clip has it at, while he goes on forward. From
there he is led through the key poses of a roll (systems/rolling.py), by muscles alone: his root spring lets go.
Direction: the shoulder is that of the other foot, which is free. Speed: he is led round as fast as he turns.

The roll is over once he lies at rest behind it, 230 degrees or more from the upright, or stands. It has failed where
he lies at rest and has not come that far, after 1.8 s, or where he does not fall forward after all: his extrapolated
centre of mass (systems/kernels/poise.py) is behind his feet before he has turned 60 degrees.
"""

from __future__ import annotations

from components.arrays import quat
from components.character import AWAKE, FALLING
from components.control import Sort, Status
from systems.controllers.controller import Controller
from systems.controllers.learned import UNSURE, expects
from systems.controllers.lie import keep_in_mind
from systems.controllers.state import Region, Within, speed, spin
from systems.falling import BACK_S
from systems.kernels.quaternions import heading
from systems.motion import begin_blend
from systems.motion import turned as turned_to
from systems.rolling import LEFT, RIGHT, led_on, turned
from systems.someone import Someone
from systems.stage import Stage
from systems.stepping import astray

FORWARD = 60.0  # deg from the upright: who has turned so far falls forward
ROUND = 230.0  # deg from the upright: over the back, on the way to the hips
AT_REST, SOONEST_S, LONGEST_S = 1.0, 0.9, 1.8  # rad/s of the pelvis; s


class Roll(Controller):
    name, about, sort = "roll", "rolls over the shoulder", Sort.DYNAMIC
    phase = FALLING
    reflex = True
    wanted = 3.5  # once it has begun, nothing but a blow that takes his senses ends it
    then = "rise"
    before = Region(Within("upright", 1.0), Within("awake", 1.0), Within("caught", 0.1))
    begins = f"{before.said}, and as learned it will come round (data/controllers/roll.toml)"
    guess = Region(Within("forward", 0.3), Within("leftward", -0.5, 0.5), Within("lean_deg", 0.0, 45.0))
    after = Region(Within("turned", ROUND), Within("awake", 1.0))
    ends = f"at rest behind the roll; it fails where he does not fall forward or does not get round, in {LONGEST_S:g} s"

    def bid(self, stage: Stage, who: Someone) -> float:
        """Where it will come round: as was learned, or where nothing was, as was guessed."""
        if not self.able(stage, who):
            return 0.0
        learned = expects(stage, who, self.name)
        return self.wanted if (self.guess.holds(stage, who) if learned is None else learned) else 0.0

    def lacks(self, stage: Stage, who: Someone) -> list[str]:
        fails = self.before.fails(stage, who)
        return fails or ([UNSURE] if expects(stage, who, self.name) is False else [])

    def able(self, stage: Stage, who: Someone) -> bool:
        """Has he tripped, and is he free to do something about it?"""
        free = who.recovery.phase is AWAKE and not who.control.kinematic and who.settings.protect
        return free and self.before.holds(stage, who)

    def begin(self, stage: Stage, who: Someone) -> None:
        who.recovery.resume = ""
        left, right = astray(stage, who.body)
        fall = who.fall
        fall.rolls, fall.turned, fall.led_to = RIGHT if left > right else LEFT, turned(stage, who.body, 0.0), 0.0
        shoulder = "right" if fall.rolls == RIGHT else "left"
        stage.tell("rolling", who.body.name, shoulder=shoulder, speed=round(speed(stage, who), 2))

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        fall = who.fall
        fall.turned = turned(stage, who.body, fall.turned)
        fall.led_to = led_on(fall.led_to, fall.turned, dt)

    def status(self, stage: Stage, who: Someone) -> Status:
        seconds = who.control.seconds
        if who.stun.unconscious_s > 0.0:
            return Status.FAILED
        if who.fall.turned < FORWARD and out_ahead(stage, who) < 0.0:
            return Status.FAILED
        rests = seconds > SOONEST_S and spin(stage, who) < AT_REST
        if not rests and seconds < LONGEST_S:
            return Status.RUNNING
        return Status.SUCCEEDED if self.after.holds(stage, who) else Status.FAILED

    def end(self, stage: Stage, who: Someone) -> None:
        """Who stands goes on with what he did; who lies does once he is up."""
        if who.balance.upright:
            who.fall.share = 0.0
            begin_blend(stage, who.body, who.motion, from_body=False, blend_s=BACK_S)
        else:
            keep_in_mind(who)


def out_ahead(stage: Stage, who: Someone) -> float:
    """m that its extrapolated centre of mass is before the middle of its feet."""
    x, y = stage.tables.poise.way[who.body.index].tolist()
    return turned_to(x, y, -heading(quat(stage.tables.bones.orientation[who.body.first])))[0]
