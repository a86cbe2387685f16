"""The clause tree: which line begins which place, decided by the sequence of the numbers, not by wording."""
