"""The built-in systems, ``baseline`` and ``llm``. They never see cases, scoring, rubric or gates.

Empty until the baseline lands; the ban on importing the answers is already enforced.
"""
