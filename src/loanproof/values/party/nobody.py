"""Texts that say there is no such party: general words for nothing, and phrases such as ``no guarantors``."""

from __future__ import annotations

from loanproof.core import Words, WordTable, load_words
from loanproof.values.text.absence import NOTHING, Wording
from loanproof.values.text.absence_rules import ONE_LIST, Absence
from loanproof.values.text.tokens import Tokens


class NobodyWords(WordTable):
    """The words of the file."""

    nobody: Words


_NOBODY = Wording(load_words(__package__, "nobody", NobodyWords).nobody)


def is_none_text(text: str, absence: Absence = ONE_LIST) -> bool:
    """Return whether a text says that there is nobody: ``none``, ``N/A``, ``no guarantors``, ``[]``, blank."""
    return absence.nobody(text) or _NOBODY.is_all_of(text)


def begins_with_nobody(tokens: Tokens) -> bool:
    """Return whether a text begins by saying that there is nobody: ``N/A – no agent``."""
    return NOTHING.begins(tokens) or _NOBODY.opens(tokens)
