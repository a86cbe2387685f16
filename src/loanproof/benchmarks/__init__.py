"""Benchmark libraries (LMA, APLMA, LSTA entries) as data, the term ids and the jurisdiction table.

Empty until benchmark terms are scored.
"""
