"""From what people type to a question in full: without courtesy and short forms, and with an asking word.

*Min liquidity?* and *Give me the minimum liquidity* ask what the minimum liquidity is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from loanproof.core import SingleWords, Words, WordTable, load_words

_WORD = re.compile(r"[\w&]+(?:['’][\w]+)*")
_FIRST = 6  # words among which an asking word makes a question of what was typed
_TAIL = re.compile(r"[\s,.–-]*\b(?:please|thanks|thank you)\b[\s.!?]*\Z", re.IGNORECASE)
_WHETHER = re.compile(r"(?:if|whether)\s+(?=\w)", re.IGNORECASE)
_TO = re.compile(r"(?<=[a-z])-to-(?=[a-z])")  # loan-to-value is written apart as well
_TOLD = re.compile(
    r"\A(?!If\b)([A-Z][^.?]{3,200}[^.?\d])\.\s+(?=(?:What|Which|When|Who|How|Where|Is|Are|Does|Do|May|Can|Must|Will|Has)\b)"
)  # what is told before it is asked: a case that the asker puts
_VERB = re.compile(r"\b(?:is|are|was|were|shall|must|may|can|will|has|have|does|do)\b", re.IGNORECASE)


class _Phrasing(WordTable):
    """Short forms, courtesy and commands."""

    short: dict[str, str]
    courtesy: Words
    commands: Words
    asking: SingleWords


_TABLE = load_words(__package__, "phrasing", _Phrasing)
_ASKING = frozenset(_TABLE.asking)


def in_full(text: str, yes_no: Iterable[str]) -> str:
    """Return what was typed as a question in full; what is one already stays as it is.

    Args:
        text: What was typed.
        yes_no: The words with which a question begins that is answered by yes or no.
    """
    text = _TAIL.sub("", _WORD.sub(_long_form, _TO.sub(" to ", " ".join(text.split()))))
    while (rest := _without(text, _TABLE.courtesy)) is not None:
        text = rest
    text = _TOLD.sub(r"If \1, ", text)
    commanded = _without(text, _TABLE.commands)
    text = text if commanded is None else commanded
    words = [word.lower() for word in _WORD.findall(text)[:_FIRST]]
    if commanded is not None and _WHETHER.match(text):
        return text
    is_asked = bool(_ASKING & set(words)) or (words and words[0] in set(yes_no))
    if not words or is_asked or (commanded is None and _VERB.search(text)):
        return text
    is_word = text[1:2].islower()  # a first word with a capital letter is no name for it
    return f"What is {text[:1].lower() if is_word else text[:1]}{text[1:]}"


def _long_form(match: re.Match[str]) -> str:
    word = match[0]
    found = _TABLE.short.get(word.lower().replace("’", "'"))
    if found is None:
        return word
    return found[:1].upper() + found[1:] if word[:1].isupper() and not word.isupper() else found


def _without(text: str, phrases: Iterable[str]) -> str | None:
    """Return a text without the phrase that it begins with; nothing where it begins with none."""
    for phrase in sorted(phrases, key=len, reverse=True):
        pattern = r"\s+".join(map(re.escape, phrase.split()))
        match = re.match(rf"{pattern}\b(?!\s+of\b)[\s,:–-]*(?=\w)", text, re.IGNORECASE)
        if match is not None:
            return text[match.end() :]
    return None
