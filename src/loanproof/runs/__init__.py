"""Plan, engine, targets, retry, resume, repeats, manifest and result; ports for the outside.

Empty until runs land.
"""
