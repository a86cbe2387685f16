"""Percentages and basis points: ``2.25%``, ``2.25 per cent.``, ``225 bps``, ``2¼%``, ``L + 225`` are one rate.

A share of the margin (``40 per cent. of the Margin``) differs from forty per cent. A figure without a unit stays
without one: ``2.25`` may be per cent and ``225`` basis points, but neither is assumed. A decimal fraction (``0.0225``)
is never taken for a rate, since only the heading of a table can say that it is one.
"""
