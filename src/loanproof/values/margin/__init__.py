"""Margins: flat, by a grid, by dates or by option, with an adjustment up or down.

``2.25% p.a.``, ``S+225``, ``2.75% (leverage > 3.0x), 2.50% (≤ 3.0x)``, ``Term SOFR Loans 2.25%, Base Rate Loans 1.25%``
and ``2.25% ± 0.05%``. Credit adjustment spread, floor and default interest are not part of a margin.
"""
