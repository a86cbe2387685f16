"""Amounts of money: a number and its currency, in figures, words or both.

An amount whose words and figures differ is ambiguous: neither wins. A bare ``$`` may be any dollar currency; compared
with an expected amount in one of them it is equal, and the reason names the ambiguity.
"""
