"""User-Controlled Physics-Based Animation for Articulated Figures (Kokkevis, Metaxas, Badler): its figures, and tables."""
