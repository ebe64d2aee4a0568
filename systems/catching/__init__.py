"""Catching: balls that come by, and the arm that is where they will be in time."""
