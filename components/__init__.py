"""What a thing is: plain data, one idea a file, no behaviour."""
