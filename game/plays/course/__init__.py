"""An obstacle course in lanes, with a start and a finish."""
