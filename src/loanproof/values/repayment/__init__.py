"""Repayment schedules: their class, and the details that the text states.

``Bullet at maturity``, ``20 equal quarterly instalments, first 2026-06-30``, ``0.25% quarterly, balance at maturity``,
``each loan on the last day of its Interest Period``. An answer of just ``Amortising`` covers every kind of
amortisation; a bullet is always a different class.
"""
