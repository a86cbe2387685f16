"""From what people type to a full question: without courtesies and short forms, and with an asking word.

*Min liquidity?* and *Give me the minimum liquidity* both ask what the minimum liquidity is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from loanproof.core import SingleWords, Words, WordTable, load_words

_WORD = re.compile(r"[\w&]+(?:['’][\w]+)*")
_MAX_OPENING = 6  # words; an asking word among them shows that a question was typed
_CLOSING_COURTESY = re.compile(r"[\s,.–-]*\b(?:please|thanks|thank you)\b[\s.!?]*\Z", re.IGNORECASE)
_WHETHER = re.compile(r"(?:if|whether)\s+(?=\w)", re.IGNORECASE)
_HYPHENATED_TO = re.compile(r"(?<=[a-z])-to-(?=[a-z])")  # "loan-to-value" is also written "loan to value"
_STATED_CASE = re.compile(
    r"\A(?!If\b)([A-Z][^.?]{3,200}[^.?\d])\.\s+"
    r"(?=(?:What|Which|When|Who|How|Where|Is|Are|Does|Do|May|Can|Must|Will|Has)\b)"
)  # a case stated before the question: "The park is sold. What happens?"
_VERB = re.compile(r"\b(?:is|are|was|were|shall|must|may|can|will|has|have|does|do)\b", re.IGNORECASE)


class _Phrasing(WordTable):
    """Short forms, courtesies, commands and asking words."""

    short: dict[str, str]
    courtesy: Words
    commands: Words
    asking: SingleWords
    whether: SingleWords


_TABLE = load_words(__package__, "phrasing", _Phrasing)
ASKING = frozenset(_TABLE.asking)
"""Words that ask for something."""
_BEGINS = ASKING | frozenset(_TABLE.whether)


def in_full(text: str, yes_no: Iterable[str]) -> str:
    """Return what was typed as a full question; one that is complete already keeps its form.

    Args:
        text: What was typed.
        yes_no: The words that open a yes-or-no question.
    """
    text = _CLOSING_COURTESY.sub("", _WORD.sub(_long_form, _HYPHENATED_TO.sub(" to ", " ".join(text.split()))))
    while (rest := _without_opening(text, _TABLE.courtesy)) is not None:
        text = rest
    text = _STATED_CASE.sub(r"If \1, ", text)
    commanded = _without_opening(text, _TABLE.commands)
    text = text if commanded is None else commanded
    words = [word.lower() for word in _WORD.findall(text)[:_MAX_OPENING]]
    if commanded is not None and _WHETHER.match(text):
        return text
    is_asked = bool(_BEGINS & set(words)) or (words and words[0] in set(yes_no))
    if not words or is_asked or (commanded is None and _VERB.search(text)):
        return text
    is_word = text[1:2].islower()  # a capital at the start does not make the word a name
    return f"What is {text[:1].lower() if is_word else text[:1]}{text[1:]}"


def _long_form(match: re.Match[str]) -> str:
    """Return what a short form stands for, capitalised as it was typed; any other word is unchanged."""
    word = match[0]
    found = _TABLE.short.get(word.lower().replace("’", "'"))
    if found is None:
        return word
    return found[:1].upper() + found[1:] if word[:1].isupper() and not word.isupper() else found


def _without_opening(text: str, phrases: Iterable[str]) -> str | None:
    """Return a text without the phrase that it begins with, or nothing if it begins with none of them."""
    for phrase in sorted(phrases, key=len, reverse=True):
        pattern = r"\s+".join(map(re.escape, phrase.split()))
        match = re.match(rf"{pattern}\b(?!\s+of\b)[\s,:–-]*(?=\w)", text, re.IGNORECASE)
        if match is not None:
            return text[match.end() :]
    return None
