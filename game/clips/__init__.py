"""Captured motion: read, made smooth, fitted to a rig, put on the floor, and how one clip leads into another."""
