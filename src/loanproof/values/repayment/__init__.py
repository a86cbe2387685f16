"""Repayment schedules: their class, and the details that the text states.

``Bullet at maturity``, ``20 equal quarterly instalments, first 2026-06-30``, ``0.25% quarterly, balance at
maturity``, ``each loan on the last day of its Interest Period``. The kinds of amortisation are one class to a
reader who says only ``Amortising``; a bullet is another class than any of them.
"""
