"""Ratios: ``4.0x``, ``4.00:1``, ``4.00 to 1.00`` and ``four times`` are one value.

Times of day, votes (``1:1``), page ranges and clause numbers are not ratios. Neither is a percentage: ``400%`` equals
four times only if the document defines its covenant so, which a value cannot know.
"""
