"""Names of financial covenants: one id for the many names of the same test.

A name that is not in the table keeps its own words and equals only itself.
"""
