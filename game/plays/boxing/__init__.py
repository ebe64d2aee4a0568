"""Boxing: a ring, two corners, rounds, a referee and judges."""
