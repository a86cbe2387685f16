"""Reads the other parts of a statement about a value: whether it is denied, for what period, from when, of what."""
