"""Clauses that an agreement has or has not, told by the words without which there is no such clause."""
