"""What happens in a tick: one job a file, in the order of game/schedule.py."""
