"""Boxing: orders become moves, fists are aimed, the bout has a bell and judges, and computers have minds."""
