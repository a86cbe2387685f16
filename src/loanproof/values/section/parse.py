"""From a text to a section reference."""

from __future__ import annotations

import re

from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.section.find import find_paths, names_another
from loanproof.values.section.grammar import heading_words, read_section
from loanproof.values.section.value import SectionId
from loanproof.values.section.words import CALLED, WITHOUT_NUMBER
from loanproof.values.text.tokens import Tokens, tokenize

_LONGEST_LABEL = 2  # characters
_LONGEST = 400
_GROUP = re.compile(r"group\.[0-9]{1,3}[A-Z]?")  # clauses under "SECTION 2", a notation that only an index uses


def parse_section(text: str, context: Context = NO_CONTEXT) -> Reading[SectionId]:
    """Read one section reference; a text without a number is taken as a heading.

    A heading after the number is ignored. A text that names several sections is unreadable.
    """
    del context
    if len(text) > _LONGEST:
        return Unreadable("The text is too long to be a section reference.")
    if _GROUP.fullmatch(text):
        return Read(value=SectionId(path=(text,)))
    tokens = tokenize(text)
    words = _title(heading_words(tokens, 0))
    fixed = _read_fixed(words)
    if fixed is not None:
        return Read(value=fixed)
    if tokens.words(0, "head", ":"):
        words = _title(heading_words(tokens, 2))
        return Read(value=SectionId(path=("head:" + words,))) if words else Unreadable("The heading is blank.")
    found = read_section(tokens, 0, bare=True)
    if found is None:
        return _heading(text, tokens, words)
    path, end = found
    if names_another(tokens, end):
        return Unreadable(f"{text[:80]!r} names more than one section.")
    return Read(value=SectionId(path=path))


def _title(words: str) -> str:
    """Return a heading without words that only call it one: ``the Interest section`` is ``Interest``."""
    words = words.removeprefix("the ")
    return next((words.removesuffix(" " + one) for one in CALLED if words.endswith(" " + one)), words)


def _read_fixed(words: str) -> SectionId | None:
    """Read a part of the document without a number of its own, perhaps with a number below it: ``Parties (4)``."""
    if words in WITHOUT_NUMBER:
        return SectionId(path=(WITHOUT_NUMBER[words],))
    name, _, label = words.rpartition(" ")
    known = WITHOUT_NUMBER.get(name) if len(label) <= _LONGEST_LABEL else None
    return None if known is None or known == "recital" else SectionId(path=(known, f"({label})"))


def _heading(text: str, tokens: Tokens, words: str) -> Reading[SectionId]:
    if not words:
        return Unreadable(f"{text[:80]!r} is not a section reference.")
    if any(find_paths(tokens, 0)):
        return Unreadable(f"{text[:80]!r} holds a section reference but is not one.")
    return Read(value=SectionId(path=("head:" + words,)))
