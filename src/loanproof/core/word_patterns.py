"""Phrases of a word table as one pattern: ``shall/will not (be) tested`` finds what a person would expect.

A phrase is words separated by blanks. It matches whole words in any letter case, across line breaks. These signs say
what may vary:

=============================  ===========================================================
``shall/will``                 one of several words
``(also)``, ``(of the)``       words that may be missing
``terminat*``, ``payment(s)``  any ending, an ending that may be missing
``in a/an (*) amount``         ``*`` is any one word
``may … only``                 at most 80 characters of the same sentence between the two
``may …200 only``              at most 200 of them
``has …60$``                   at most 60 of them up to the end of the text
``^not``, ``up to$``           at the start, at the end of the text that is looked through
=============================  ===========================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from pydantic_core import PydanticCustomError

from loanproof.core.word_files import ListReader, read_phrases

_PART = re.compile(r"\((?P<optional>[^()]+)\)(?!\S)|…(?P<gap>[0-9]*)(?!\S)|(?P<needed>\S+)")
_WORD = re.compile(r"(?P<stem>[\w’&-]+)(?:\((?P<ending>\w+)\))?(?P<open>\*)?")
_REST = re.compile(r"\s…(?P<gap>[0-9]*)\$\Z")
_GAP = 80  # characters, if the gap does not say


def compile_phrases(phrases: Iterable[str], *, has_groups: bool = False) -> re.Pattern[str]:
    """Return a pattern that finds any of the phrases, or raise :class:`ValueError` naming one that is malformed.

    Args:
        phrases: The phrases.
        has_groups: Whether each gap is a group of the pattern.
    """
    return re.compile("|".join(_phrase(one, has_groups=has_groups) for one in phrases), re.IGNORECASE)


def _read_pattern(written: object) -> re.Pattern[str]:
    return _read(written, has_groups=False)


def _read_gaps(written: object) -> re.Pattern[str]:
    return _read(written, has_groups=True)


def _read(written: object, *, has_groups: bool) -> re.Pattern[str]:
    try:
        return compile_phrases(read_phrases(written), has_groups=has_groups)
    except ValueError as error:
        raise PydanticCustomError("phrases", "{why}", {"why": str(error)}) from error


PhrasePattern = Annotated[re.Pattern[str], ListReader(_read_pattern)]
"""A list of a word table as the pattern that finds any of its phrases."""

GapPattern = Annotated[re.Pattern[str], ListReader(_read_gaps)]
"""The same, with what stands in the gaps of a phrase as groups."""


def _phrase(phrase: str, *, has_groups: bool) -> str:
    rest = _REST.search(phrase)
    inner = phrase.removeprefix("^")[: None if rest is None else rest.start() - len(phrase)].removesuffix("$")
    pattern, joint = "", ""
    for part in _PART.finditer(inner):
        if part["gap"] is not None:
            gap = rf"\b{_any_words(part['gap'])}?\b"
            pattern, joint = pattern + (f"({gap})" if has_groups else gap), ""
        elif part["needed"]:
            pattern, joint = pattern + joint + _ways(part["needed"], phrase), r"\s+"
        else:
            pattern += f"(?:{joint}{_ways(part['optional'], phrase)})?"
    if inner[:1] in ("", "(", "…") or not joint:
        raise ValueError(f"{phrase!r} must begin with a word, and not end with …")
    start = r"\A\s*" if phrase.startswith("^") else ""
    if rest is not None:
        return rf"{start}\b{pattern}\b{_any_words(rest['gap'])}\Z"
    end = r"\s*\Z" if phrase.endswith("$") else ""
    return rf"{start}\b{pattern}\b{end}"


def _any_words(most: str) -> str:
    """Return a pattern for characters of the same sentence, as many as a gap allows."""
    return rf"[^.;]{{0,{most or _GAP}}}"


def _ways(part: str, phrase: str) -> str:
    """Return a pattern for alternative words, or for alternative phrases inside brackets."""
    ways = [r"\s+".join(_word(word, phrase) for word in way.split() or [""]) for way in part.split("/")]
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


def _word(word: str, phrase: str) -> str:
    if word == "*":
        return r"\w+"
    read = _WORD.fullmatch(word.replace("'", "’"))
    if read is None:
        raise ValueError(f"{phrase!r} has {word!r}, which is no word with an ending")
    ending = f"(?:{read['ending']})?" if read["ending"] else ""
    return re.escape(read["stem"]).replace("’", "[’']") + ending + (r"\w*" if read["open"] else "")
