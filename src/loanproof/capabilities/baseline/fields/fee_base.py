"""What a commitment fee is charged on: what is not used of the commitments, or all of them."""

from __future__ import annotations

from loanproof.core import PhrasePattern, WordTable, load_words


class _Words(WordTable):
    """Words for all commitments, used or not, and for what is not used of them."""

    used_or_not: PhrasePattern
    whole: PhrasePattern
    undrawn: PhrasePattern
    committed: PhrasePattern


_WORDS = load_words(__package__, "fee_base", _Words)
TOTAL, UNUSED = "total", "unused"


def base_of(words: str) -> str | None:
    """Return what words charge a fee on: ``total``, ``unused``, or None if they do not say.

    *Whether used or unused* contains the word for what is not used, but means everything.
    """
    if _WORDS.used_or_not.search(words):
        return TOTAL
    if _WORDS.undrawn.search(words):
        return UNUSED
    return TOTAL if _WORDS.whole.search(words) else None


def names_all(words: str) -> bool:
    """Return whether words name a base that means all commitments, even if they speak of undrawn ones too."""
    return bool(_WORDS.used_or_not.search(words) or _WORDS.whole.search(words))


def names_undrawn(words: str) -> bool:
    """Return whether words speak of what is not used, or is still committed, as a sentence on the fee does."""
    return bool(_WORDS.undrawn.search(words) or _WORDS.committed.search(words))
