"""The comparisons that covenants are written with: ``shall not exceed``, ``at least``, ``≤``, ``or less``.

A comparison and its negation are read apart, so ``not … exceed``, ``no more than`` and ``shall not permit the
Leverage Ratio to be greater than`` all come to at most.
"""
