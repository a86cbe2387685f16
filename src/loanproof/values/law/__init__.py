"""Governing law: which legal system a text names, and whether it says that the agreement is governed by it.

In running text every mention of a place is found, because presence is tested on it; ``use`` distinguishes a
governing-law clause, another mention of a law, the courts of a place and the place itself.
"""
