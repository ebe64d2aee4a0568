"""Cameras: where a picture is taken from, and how a camera gets there."""
