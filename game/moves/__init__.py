"""A boxer's moves: key poses in a file become clips, and a punch is aimed at the moment it is thrown."""
