"""The other physics engine, and the only code that knows it is MuJoCo."""
