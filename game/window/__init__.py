"""The window: its loop, what it shows, and what is saved of it."""
