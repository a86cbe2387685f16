"""Ratios: ``4.0x``, ``4.00:1``, ``4.00 to 1.00`` and ``four times`` are one value.

Times of day, votes (``1:1``), page ranges and clause numbers are not ratios. A percentage is never one:
``400%`` equals four times only where the document defines its covenant so, which no value can tell.
"""
