"""Thresholds of covenants: a comparison, a value and its unit, such as ``shall not exceed 4.00:1``.

A value without a comparison, without a unit or given as a range is read as just that; comparing it with the
expected threshold says what is missing. A ratio and a percentage are never equated.
"""
