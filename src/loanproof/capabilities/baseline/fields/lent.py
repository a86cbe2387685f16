"""What is lent: the words for it that every field shares."""

from __future__ import annotations

from loanproof.core import PhrasePattern, WordTable, load_words


class _Words(WordTable):
    """Words for what is lent."""

    lent: PhrasePattern


LENT = load_words(__package__, "lent", _Words).lent
"""Words for what is lent, by any name."""
