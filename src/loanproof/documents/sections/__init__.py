"""The clause tree: which line begins which section, decided by the sequence of the numbers, not by wording."""
