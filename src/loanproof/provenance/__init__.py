"""Gold-free check of a citation: file, page, section, quote, and whether the quote supports the value.

One implementation for scoring, production guard and review. Empty until it lands.
"""
