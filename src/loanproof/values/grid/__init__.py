"""Pricing grids: rates that depend on a condition, such as leverage, rating or utilisation.

Conditions are compared by what they say, not how: ``leverage > 3.0x`` and ``greater than 3.00:1`` are one row. A bound
that a row leaves out (``≤ 3.0x`` above a row ``≤ 2.5x``) is taken from the neighbouring row.
"""
