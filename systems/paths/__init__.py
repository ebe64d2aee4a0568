"""Paths on the ground, and who walks along them."""
