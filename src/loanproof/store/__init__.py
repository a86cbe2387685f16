"""Where runs and reviews are kept: SQLite by default, PostgreSQL by URL.

Empty until runs are stored.
"""
