"""How often a covenant is tested or an instalment falls due: quarterly, each 30 June and 31 December, at all times.

The period that a test looks at (rolling twelve months) is not how often it is made. ``biannual`` and
``bi-monthly`` have two meanings each and never agree fully with anything unless months are given beside them.
"""
