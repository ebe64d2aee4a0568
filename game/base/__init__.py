"""What everything stands on: where files are, how they are read, and when memory is tidied."""
