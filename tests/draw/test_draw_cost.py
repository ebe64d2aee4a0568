"""The frame's cost: its parts are there and drawing is really left out; no number is judged here."""

from __future__ import annotations

from game.scenes.scene import load_scene
from game.window.draw_cost import COUNTED, draw_cost


def test_every_part_of_a_frame_is_measured_and_the_whole_is_more_than_each():
    found = draw_cost(load_scene("stage"), 0.2)
    assert set(COUNTED) - {"panel"} <= set(found)
    assert all(0.0 < found[name]["p50"] < found["frame"]["max"] for name in ("pose", "draw", "hud"))


def test_with_nothing_drawn_the_picture_stays_as_it_was():
    from game.picture.shot import Studio
    from game.world.simulation import Simulation
    from systems.draw.context import current
    from systems.draw.quality import quality_named
    from systems.draw.unseen import Unseen

    current()
    with Simulation("stage") as simulation, Studio(simulation, (64, 64), quality_named("low"), "front") as studio:
        studio.update()
        studio.draw()
        before = studio.picture()
        simulation.run(0.5)
        simulation.characters["red"].play("walk")
        simulation.run(0.5)
        studio.update()
        unseen = Unseen()
        with unseen.drawing():
            studio.draw()
        unseen.close()
        assert (studio.picture() == before).all()
        studio.draw()
        assert (studio.picture() != before).any()
