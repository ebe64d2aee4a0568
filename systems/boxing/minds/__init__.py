"""The computer boxer's parts: what it sees, what it is like, and the controllers that its supervisor picks from."""
