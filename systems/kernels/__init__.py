"""Arrays in, arrays out: the tick's arithmetic, compiled once and cached on disk."""
