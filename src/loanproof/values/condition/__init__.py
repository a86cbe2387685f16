"""Items of a list of conditions precedent: what they are about, and which expected item they answer.

An item is compared by its content words: its words without articles, prepositions and the like, plurals folded. The
standard, not this package, decides what share of the expected items makes a good list.
"""
