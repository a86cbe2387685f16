"""Amounts of money: a number and its currency, in figures, words or both.

An amount that says words and figures which differ is both, never one of them. A bare ``$`` is an amount in every
dollar currency; against an expected amount in one of them it is equal, and the reason names the ambiguity.
"""
