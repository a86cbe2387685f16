"""What the parts of a covenant say that there is not, and parts that say nothing."""

from __future__ import annotations

from loanproof.core import Words, WordTable, load_words
from loanproof.values import names_no_place


class CovenantWords(WordTable):
    """The words of the file; each key is explained there."""

    nothing: Words
    no_threshold: Words


COVENANT_WORDS = load_words(__package__, "absence", CovenantWords)


def is_unsaid(part: object) -> bool:
    """Tell whether a part of a flag is missing, or only words for nothing: ``null``, ``N/A``, ``unknown``."""
    return part is None or (isinstance(part, str) and names_no_place(part))
