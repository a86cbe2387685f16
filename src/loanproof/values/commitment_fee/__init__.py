"""Commitment fees: a rate on undrawn commitments, a share of the margin, a grid, a fee letter, or none.

A facility fee on all commitments and a ticking fee are read as what they are. A share of the margin and a rate
agree only through the margin (:func:`compare_fees_under_margin`).
"""
