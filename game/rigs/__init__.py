"""Rig files: a body as a person writes it, checked, mirrored and put in order."""
