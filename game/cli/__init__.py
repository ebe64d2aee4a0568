"""The command line's arguments, and what `glassjaw doctor` looks at."""
