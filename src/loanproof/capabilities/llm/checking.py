"""Checks what a model claims about a term against the clauses that it names: the ids, the checksum and the words.

A claim that passes has places in the document; nothing that a model wrote leaves this module as free text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.llm.asks import Ask, Shape, Status
from loanproof.capabilities.llm.findings import Fault, Problem, shown
from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline import Paper
    from loanproof.capabilities.llm.shown import ShownClause

_DOTS = re.compile(r"\s*(?:…|\.{2,})\s*")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_LONGEST = 400  # characters of words to locate
_DATES = 2  # from which a period is derived
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-"})
_SAME_MARKS = {'"': '["“”]', "'": "['’‘]", "-": "[-–—]"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a model says about a term, as places in the document.

    Attributes:
        term: The key of the term.
        status: What the model says about it.
        clauses: The clauses that it names; the checksum of the first was checked.
        spans: Where the words of the value are, one place for each part of a list.
        choice: The word that it chose, if the value is a choice.
        original: Where the old words are, in a paper that changes another one.
    """

    term: str
    status: Status
    clauses: tuple[ShownClause, ...]
    spans: tuple[Span, ...] = ()
    choice: str = ""
    original: Span | None = None


def check_claim(
    entry: Mapping[str, Any], ask: Ask, clauses: Mapping[str, ShownClause], paper: Paper
) -> Claim | Problem:
    """Return a claim with its places, or the problem; the entry already has the keys and types of its schema."""
    status = Status(entry["status"])
    if status not in ask.statuses:
        sentence = f"The status “{status}” is none that it may have: {', '.join(ask.statuses)}."
        return Problem(fault=Fault.WRONG_SHAPE, term=ask.key, sentence=sentence)
    named = tuple(clauses[one] for one in dict.fromkeys(entry["ids"]))
    if status in (Status.ABSENT, Status.UNCHANGED) or _says_no(entry, ask):
        return Claim(term=ask.key, status=status, clauses=named)
    wrong = check_ends(entry["ends"], named, ask.key)
    if wrong is not None:
        return wrong
    if ask.choices:
        return _chosen(entry, ask, named)
    if ask.shape is Shape.ITEMS:
        return Claim(term=ask.key, status=status, clauses=named, spans=tuple(one.span for one in named))
    if isinstance(entry["value"], str):
        sentence = f"The words of the value are no list: {shown(entry['value'])}."
        return Problem(fault=Fault.WRONG_SHAPE, term=ask.key, sentence=sentence)
    if status is Status.DERIVED and len(entry["value"]) != _DATES:
        sentence = "A period follows from two dates, and both must be given."
        return Problem(fault=Fault.NOT_IN_CLAUSE, term=ask.key, sentence=sentence)
    spans = _places(entry["value"], ask, named, paper)
    if isinstance(spans, Problem):
        return spans
    if len(spans) > 1 and ask.shape is not Shape.LIST and status is not Status.DERIVED:
        sentence = f"One value is asked for, and {len(spans)} are given."
        return Problem(fault=Fault.WRONG_SHAPE, term=ask.key, sentence=sentence)
    original = _original(entry, ask, named, paper)
    if isinstance(original, Problem):
        return original
    return Claim(term=ask.key, status=status, clauses=named, spans=spans, original=original)


def _says_no(entry: Mapping[str, Any], ask: Ask) -> bool:
    """Return whether the answer is no: then there is no clause that shows it."""
    return bool(ask.choices) and entry["value"] == "N"


def check_ends(ends: str, named: Sequence[ShownClause], term: str) -> Problem | None:
    """Return what is wrong with the clauses of a claim: none is named, or the checksum does not fit the first."""
    if not named:
        return Problem(fault=Fault.NO_CLAUSE, term=term, sentence="A value is stated and no clause is named for it.")
    first = named[0]
    parts = [_bare_words(part) for part in _DOTS.split(ends.strip()) if part.strip()]
    own = _bare_words(first.text)
    if parts and parts[0] == own[: len(parts[0])] and parts[-1] == own[len(own) - len(parts[-1]) :] and any(parts):
        return None
    sentence = f"The clause {first.id} does not begin and end with {shown(ends)}."
    return Problem(fault=Fault.OTHER_ENDS, term=term, sentence=sentence)


def locate(text: str, clauses: Sequence[ShownClause], paper: Paper) -> Span | None:
    """Return where words are in clauses; blanks, quotation marks, dashes and letter case may differ.

    A figure is not found inside another figure: 50,000 is not in 150,000.
    """
    words = text.translate(_QUOTES).split()
    if not words or len(text) > _LONGEST:
        return None
    pattern = r"\s+".join("".join(_SAME_MARKS.get(one, re.escape(one)) for one in word) for word in words)
    # Neither end of a match may cut a word or a figure in two.
    lead = r"(?<!\w)(?<!\d[.,])" if words[0][0].isalnum() else r"(?<!\d)" if words[0][0] in ".," else ""
    tail = r"(?!\w)(?![.,]\d)" if words[-1][-1].isalnum() else r"(?!\d)" if words[-1][-1] in ".," else ""
    found = re.compile(lead + pattern + tail, re.IGNORECASE)
    for clause in clauses:
        match = found.search(paper.text, clause.span.start, clause.span.end)
        if match is not None:
            return Span(match.start(), match.end())
    return None


def _places(texts: Sequence[str], ask: Ask, named: Sequence[ShownClause], paper: Paper) -> tuple[Span, ...] | Problem:
    """Return the places of the words of a value, or the problem if some are not in the clauses."""
    places: list[Span] = []
    for text in texts:
        place = locate(text, named, paper)
        if place is None:
            return _not_there(text, ask.key, named)
        places.append(place)
    if not places:
        return Problem(fault=Fault.NOT_IN_CLAUSE, term=ask.key, sentence="A value is stated and none is given.")
    return tuple(dict.fromkeys(places))


def _original(entry: Mapping[str, Any], ask: Ask, named: Sequence[ShownClause], paper: Paper) -> Span | Problem | None:
    """Return the place of the old words; None if there are none, or the problem if they are not in the clauses."""
    text = entry.get("original", "")
    if not text.strip():
        return None
    return locate(text, named, paper) or _not_there(text, ask.key, named)


def _not_there(text: str, term: str, named: Sequence[ShownClause]) -> Problem:
    ids = ", ".join(one.id for one in named)
    sentence = f"The words {shown(text)} are not in the clause {ids}."
    return Problem(fault=Fault.NOT_IN_CLAUSE, term=term, sentence=sentence)


def _chosen(entry: Mapping[str, Any], ask: Ask, named: tuple[ShownClause, ...]) -> Claim | Problem:
    """Return the claim for a choice, or the problem if it is not one of the words to choose from."""
    if entry["value"] not in ask.choices:  # the value may also be a list, which is never a valid choice
        sentence = f"The word {shown(entry['value'])} is none of those that it may have: {', '.join(ask.choices)}."
        return Problem(fault=Fault.NOT_IN_CLAUSE, term=ask.key, sentence=sentence)
    return Claim(term=ask.key, status=Status(entry["status"]), clauses=named, choice=entry["value"])


def _bare_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation around them."""
    words = (_EDGES.sub("", one.translate(_QUOTES)).lower() for one in text.split())
    return [one for one in words if one]
