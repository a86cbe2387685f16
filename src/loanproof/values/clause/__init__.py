"""Clauses that an agreement either has or does not have, recognised by the words that such a clause needs."""
