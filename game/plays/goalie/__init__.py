"""Somebody keeps a goal; others, or nobody, shoot at it."""
