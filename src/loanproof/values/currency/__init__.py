"""Currencies: codes, symbols and names, and what a document says its own symbols mean.

A bare ``$`` is never guessed: it is every dollar at once, until the document defines it. ``CNH`` is not an ISO code; it
is the renminbi, offshore.
"""
