"""Contract gates, rubric gates and the verdict.

Empty until scores exist to be gated.
"""
