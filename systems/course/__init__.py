"""The obstacle course: clips that lead over the ground, steered by a plan or by a person."""
