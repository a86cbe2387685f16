"""Numbers as loan documents write them: every separator rule, scale word, fraction and doublet.

The separator table is strict. ``1,25,0`` is not a number; ``1.250`` as an amount in a document of unknown
locale is two candidates, never a guess.
"""
