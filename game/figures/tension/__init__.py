"""Modeling Tension and Relaxation for Computer Animation (Neff and Fiume): its figures and tables."""
