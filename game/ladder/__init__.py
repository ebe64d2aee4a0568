"""Bodies that are pushed: what they stand without a step, with one, with more, and what fells them."""
