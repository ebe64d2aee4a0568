"""Scene files: who stands where, what lies about, what must have come of it."""
