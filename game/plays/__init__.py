"""Modes of play, a folder each; nothing outside imports them by name (game/base/plays.py finds them)."""
