"""Hybrid Control for Interactive Character Animation (Shapiro, Pighin and Faloutsos): its figures and tables."""
