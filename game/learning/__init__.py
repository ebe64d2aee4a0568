"""Learning offline where a controller succeeds: states are tried, a machine is trained, and a small file is written."""
