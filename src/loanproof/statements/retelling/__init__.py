"""Finds words that an answer exchanges, swaps or reverses while it says again what its source says."""
