"""A running world without a person at it: made, ticked, saved, reported, measured."""
