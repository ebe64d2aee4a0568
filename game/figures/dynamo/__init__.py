"""Figures of Wrotek, Jenkins, McGuire: Dynamo (one file for what belongs together), all told in `figures.py`."""
