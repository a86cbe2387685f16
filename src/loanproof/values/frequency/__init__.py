"""How often a covenant is tested or an instalment falls due: quarterly, each 30 June and 31 December, at all times.

The period that a test covers (rolling twelve months) is not its frequency. ``biannual`` and ``bi-monthly`` each have
two meanings and never agree fully with anything unless the months are given too.
"""
