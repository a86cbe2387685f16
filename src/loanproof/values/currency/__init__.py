"""Currencies: codes, symbols and names, and what a document defines its own symbols to mean.

A bare ``$`` is never guessed: it may be any dollar until the document defines it. ``CNH`` is not an ISO code; it is the
offshore renminbi.
"""
