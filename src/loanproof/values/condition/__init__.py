"""Items of a list of conditions precedent: what they speak of, and which expected item they answer.

An item is compared by its content words: the words without articles, prepositions and the like, plurals
folded. What share of the expected items makes a good list is the standard's business, not decided here.
"""
