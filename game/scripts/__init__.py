"""Scripts of key-frames: poses and times in a file, fitted to a rig."""
