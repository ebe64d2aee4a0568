"""Somebody catches with one hand what flies its way."""
