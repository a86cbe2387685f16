"""Levels that change on dates: ``4.50:1 to 31 Dec 2026, 4.00:1 to 31 Dec 2027, 3.50:1 after``.

A level runs from its first to its last day, both included; a missing bound is taken from the neighbouring level.
Nothing is assumed about a date without ``to``, ``from`` or the like.
"""
