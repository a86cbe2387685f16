"""What an extracted text may say instead of a value: that there is none, that it is illegible, or nothing definite."""

from __future__ import annotations

import re

from loanproof.core import Words, WordTable, load_words
from loanproof.values import Absence, Wording, is_none_text


class ExtractionWords(WordTable):
    """The phrases of ``absence.words.yaml``, which explains each key."""

    absent: Words
    fields: Words
    unreadable: Words
    hesitating: Words
    roles: Words


_WORDS = load_words(__package__, "absence", ExtractionWords)
_ABSENT, _UNREADABLE = Wording(_WORDS.absent), Wording(_WORDS.unreadable)
_HESITATING, _ROLES = Wording(_WORDS.hesitating), Wording(_WORDS.roles)
_NO_FIELD = re.compile(rf"(?:there\sis\s)?no\s(?:\w{{1,20}}\s){{0,3}}(?:{'|'.join(_WORDS.fields)})\b", re.IGNORECASE)


def says_none(text: str, absence: Absence) -> bool:
    """Return whether a text says that there is none, even with an explanation: ``N/A – no agent``."""
    begins = absence.explained(text) or _ABSENT.begins(text)
    return begins or is_none_text(text, absence) or _NO_FIELD.match(text.strip()) is not None


def says_unreadable(text: str, absence: Absence) -> bool:
    """Return whether a text begins by saying that the value cannot be read, or is not known."""
    return _UNREADABLE.opens(text) or absence.unread(text)


def answers_nothing(text: str, absence: Absence) -> bool:
    """Return whether a text gives nothing that could be invented: ``TBD``, ``see Clause 5``, ``the Agent``."""
    return absence.hesitation(text) or _HESITATING.opens(text) or _ROLES.is_all_of(text)
