"""Measures of the grounds, for the engine and for the picture."""
