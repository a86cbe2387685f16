"""Pricing grids: rates that depend on a condition, such as leverage, rating or utilisation.

Conditions are compared by what they say, not how: ``leverage > 3.0x`` and ``greater than 3.00:1`` are one row.
Where rows leave a bound unsaid (``≤ 3.0x`` above a row ``≤ 2.5x``) the neighbouring row gives it.
"""
