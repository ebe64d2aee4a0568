"""Pictures of a world: cameras, shots, films, and what is written over bodies."""
