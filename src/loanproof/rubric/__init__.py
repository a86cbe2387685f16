"""The run rubric: judge template, reply parsing, sample metrics and aggregates.

Empty until the rubric lands.
"""
