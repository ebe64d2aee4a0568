"""What is written over the picture, one part a file."""
