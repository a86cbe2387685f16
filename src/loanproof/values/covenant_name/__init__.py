"""Names of financial covenants: one id for the many ways to call the same test.

A name that is in no table keeps its own words and equals only itself.
"""
