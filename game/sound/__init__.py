"""What is heard of a world: what happened in a tick, and the waves it is heard as."""
