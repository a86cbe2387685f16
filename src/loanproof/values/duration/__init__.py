"""Periods of time: ``36 months``, ``three (3) years``, ``364 days``, ``3+1+1``.

Years and quarters are months, weeks are days, and the two never convert: ``364 days`` and ``12 months`` differ on
purpose. Business days are a third unit. Extension options are kept beside the tenor and never added to it.
"""
