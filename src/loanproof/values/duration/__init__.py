"""Periods of time: ``36 months``, ``three (3) years``, ``364 days``, ``3+1+1``.

Years and quarters are months, weeks are days, and the two are never converted: ``364 days`` and ``12 months`` differ on
purpose. Business days are a third unit. Extension options are kept separately and never added to the tenor.
"""
