"""User-Controlled Physics-Based Animation for Articulated Figures (Kokkevis and others): its figures and tables."""
