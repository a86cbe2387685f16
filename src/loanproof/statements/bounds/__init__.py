"""Reads what bounds a value, after everything that reverses a comparison, and compares two bounds."""
