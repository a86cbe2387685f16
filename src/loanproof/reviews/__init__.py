"""Review queue, decisions with history, audit chain and export rules.

Empty until reviews land.
"""
