"""What the parts of a covenant say that there is not, and parts that say nothing."""

from __future__ import annotations

from loanproof.core import FileModel, load_words
from loanproof.values import names_no_place


class CovenantWords(FileModel):
    """The words of the file; each key is explained there."""

    nothing: tuple[str, ...]
    no_threshold: tuple[str, ...]


COVENANT_WORDS = load_words(__package__, "absence", CovenantWords)


def is_unsaid(part: object) -> bool:
    """Tell whether a part of a flag is missing, or only words for nothing: ``null``, ``N/A``, ``unknown``."""
    return part is None or (isinstance(part, str) and names_no_place(part))
