"""What happens in a tick: one job a file, in the order of game/world/schedule.py."""

from systems import laws as laws  # whoever knows a system knows all laws
