"""Holds what a model claims of a term against the clauses that it names: its ids, its checksum, its words.

What passes has places in the document; nothing that a model wrote goes further than this module as text.
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
_LONGEST = 400
_DATES = 2
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-"})
_SAME = {'"': '["“”]', "'": "['’‘]", "-": "[-–—]"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a model says of a term, in places of the document.

    Attributes:
        clauses: The clauses that it names, the first of them by its checksum too.
        spans: Where the words of the value stand, one place for each of several.
        choice: The word that it chose, where that is the form.
        original: Where the words stand that were in force before, in a paper that changes another.
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
    """Return a claim with its places, or why it is not believed. The entry has the keys and types of its schema."""
    status = Status(entry["status"])
    if status not in ask.statuses:
        sentence = f"The status “{status}” is none that it may have: {', '.join(ask.statuses)}."
        return Problem(fault=Fault.WRONG_SHAPE, term=ask.key, sentence=sentence)
    named = tuple(clauses[one] for one in dict.fromkeys(entry["ids"]))
    if status in (Status.ABSENT, Status.UNCHANGED, Status.ILLEGIBLE) or _says_no(entry, ask):
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
    original = _original(entry, ask, named, paper)
    if isinstance(original, Problem):
        return original
    return Claim(term=ask.key, status=status, clauses=named, spans=spans, original=original)


def _says_no(entry: Mapping[str, Any], ask: Ask) -> bool:
    """Tell whether the answer is no: then no clause shows it."""
    return bool(ask.choices) and entry["value"] == "N"


def check_ends(ends: str, named: Sequence[ShownClause], term: str) -> Problem | None:
    """Return what is wrong with the clauses of a claim: none named, or a checksum that is of another one."""
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
    """Return where words stand in clauses, letter by letter save for blanks, marks of quotation and letter case.

    A figure that only begins or ends inside another one is not found: 50,000 does not stand in 150,000.
    """
    words = text.translate(_QUOTES).split()
    if not words or len(text) > _LONGEST:
        return None
    pattern = r"\s+".join("".join(_SAME.get(one, re.escape(one)) for one in word) for word in words)
    lead = r"(?<!\w)(?<!\d[.,])" if words[0][0].isalnum() else r"(?<!\d)" if words[0][0] in ".," else ""
    tail = r"(?!\w)(?![.,]\d)" if words[-1][-1].isalnum() else r"(?!\d)" if words[-1][-1] in ".," else ""
    found = re.compile(lead + pattern + tail, re.IGNORECASE)
    for clause in clauses:
        match = found.search(paper.text, clause.span.start, clause.span.end)
        if match is not None and clause.span.start <= match.start() and match.end() <= clause.span.end:
            return Span(match.start(), match.end())
    return None


def _places(texts: Sequence[str], ask: Ask, named: Sequence[ShownClause], paper: Paper) -> tuple[Span, ...] | Problem:
    places: list[Span] = []
    for text in texts if ask.shape is Shape.LIST or len(texts) == _DATES else texts[:1]:
        place = locate(text, named, paper)
        if place is None:
            return _not_there(text, ask.key, named)
        places.append(place)
    if not places:
        return Problem(fault=Fault.NOT_IN_CLAUSE, term=ask.key, sentence="A value is stated and none is given.")
    return tuple(dict.fromkeys(places))


def _original(entry: Mapping[str, Any], ask: Ask, named: Sequence[ShownClause], paper: Paper) -> Span | Problem | None:
    text = entry.get("original", "")
    if not text.strip():
        return None
    return locate(text, named, paper) or _not_there(text, ask.key, named)


def _not_there(text: str, term: str, named: Sequence[ShownClause]) -> Problem:
    ids = ", ".join(one.id for one in named)
    sentence = f"The words {shown(text)} are not in the clause {ids}."
    return Problem(fault=Fault.NOT_IN_CLAUSE, term=term, sentence=sentence)


def _chosen(entry: Mapping[str, Any], ask: Ask, named: tuple[ShownClause, ...]) -> Claim | Problem:
    if entry["value"] not in ask.choices:  # a list is none of them either
        sentence = f"The word {shown(entry['value'])} is none of those that it may have: {', '.join(ask.choices)}."
        return Problem(fault=Fault.NOT_IN_CLAUSE, term=ask.key, sentence=sentence)
    return Claim(term=ask.key, status=Status(entry["status"]), clauses=named, choice=entry["value"])


def _bare_words(text: str) -> list[str]:
    words = (_EDGES.sub("", one.translate(_QUOTES)).lower() for one in text.split())
    return [one for one in words if one]
