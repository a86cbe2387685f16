"""Tranches: the facilities of one agreement, told by defined terms that differ in what stands before their head noun.

``Term Commitment`` and ``Revolving Maturity Date``, ``Facility A Loan`` and ``Facility B Loan``: what is left without the
head noun is the tranche. It counts only where at least two have terms of their own for what is lent or when it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.core import Span, Words, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.definitions import Definitions

_COVER = re.compile(
    r"(?:[A-Z]{3}\s?|[$£€¥])[0-9][0-9,.]{4,20}(?:\s(?:million|billion))?\s+(?P<name>(?:[A-Z][\w-]*\s+){0,4}(?:FACILITY|Facility|LOAN|Loan|LOANS|Loans))"
)


class _TrancheWords(WordTable):
    """The words that tell tranches apart."""

    heads: Words
    own: Words
    never: Words
    letters: Words


_WORDS = load_words(__package__, "tranches", _TrancheWords)
_HEADS = sorted((tuple(one.split()) for one in (*_WORDS.heads, *_WORDS.own)), key=len, reverse=True)
_OWN = {tuple(one.split()) for one in _WORDS.own}
_NEVER = frozenset(word for one in _WORDS.never for word in one.split())
_LETTERED = frozenset(_WORDS.letters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tranche:
    """One facility of several.

    Attributes:
        label: How it is called, as the document writes it.
        stem: What tells it from the others, in lower case: ``term``, ``facility a``.
        pattern: Finds its names in text.
    """

    label: str
    stem: str
    pattern: re.Pattern[str]


class Tranches:
    """The tranches of one document; none where it has a single facility."""

    def __init__(self, text: str, definitions: Definitions, front: Span) -> None:
        """Take the terms that the document defines and the lines of its cover."""
        self._text = text
        stems = _stems(definitions, front.of(text))
        self.all = tuple(_tranche(stem, label) for stem, label in stems.items()) if len(stems) > 1 else ()

    def named_in(self, span: Span) -> tuple[Tranche, ...]:
        """Return the tranches that a stretch names."""
        return tuple(one for one in self.all if one.pattern.search(self._text, span.start, span.end))

    def of(self, term: str) -> Tranche | None:
        """Return the one tranche that a term or heading names."""
        found = [one for one in self.all if one.pattern.search(term)]
        return found[0] if len(found) == 1 else None

    def at(self, offset: int, around: Span) -> Tranche | None:
        """Return the tranche that governs a place: the one named last before it in a stretch, else next behind it."""
        places = sorted(self._places(around))
        before = [one for start, one in places if start <= offset]
        behind = [one for start, one in places if start > offset]
        named = before[-1:] or behind[:1]
        return named[0] if named else None

    def _places(self, span: Span) -> Iterator[tuple[int, Tranche]]:
        for tranche in self.all:
            for match in tranche.pattern.finditer(self._text, span.start, span.end):
                yield match.start(), tranche

    def __bool__(self) -> bool:
        return bool(self.all)


def _stems(definitions: Definitions, cover: str) -> dict[str, str]:
    """Return the stems of tranches with their labels: those that terms of their own speak of, in order."""
    seen: dict[str, set[str]] = {}
    labels: dict[str, str] = {}
    terms = [(one.words, one.term) for one in definitions.all]
    terms += [(one.words, one.term) for one in definitions.inline]
    for words, term in terms:
        split = _split(words)
        if split is None:
            continue
        stem, head = split
        seen.setdefault(stem, set()).add(_kind(head))
        if _kind(head) == "loan":
            labels.setdefault(stem, term)
    for match in _COVER.finditer(cover):
        split = _split(tuple(match["name"].lower().split()))
        if split is not None:
            seen.setdefault(split[0], set()).update(("cover", "loan"))
            labels.setdefault(split[0], " ".join(match["name"].split()))
    kept = [stem for stem, kinds in seen.items() if "loan" in kinds and kinds & {"amount", "end", "cover"}]
    kept = [
        one
        for one in kept
        if not any(one != other and one.endswith(f" {other}") and _is_general(seen[one]) for other in kept)
    ]
    kept = [one for one in kept if not any(one != other and other.endswith(f" {one}") for other in kept)]
    return {stem: labels[stem] for stem in kept if stem in labels}


def _is_general(kinds: set[str]) -> bool:
    return not kinds & {"end", "cover"}


def _split(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """Return what stands before the head noun of a term, and the head noun; nothing for terms of other things."""
    if words and words[0] in ("total", "aggregate"):
        words = words[1:]
    if len(words) >= 2 and words[0] in _LETTERED and len(words[1]) <= 2:
        rest = words[2:]
        return f"{words[0]} {words[1]}", rest or (words[0],)
    for head in _HEADS:
        if len(words) > len(head) and words[-len(head) :] == head:
            stem = words[: -len(head)]
            if _NEVER & set(stem) or len(stem) > 4:
                return None
            return " ".join(stem), head
    return None


def _kind(head: tuple[str, ...]) -> str:
    if head[-1] in ("date", "maturity"):
        return "end"
    if head[-1] in ("commitment", "commitments", "amount"):
        return "amount"
    return "loan"


def _tranche(stem: str, label: str) -> Tranche:
    words = r"[\s-]+".join(map(re.escape, stem.split()))
    lettered = stem.split()[0] in _LETTERED
    heads = (
        ""
        if lettered
        else r"[\s-]+(?:credit\s+)?(?:loans?|facilit(?:y|ies)|commitments?|lenders?|borrowings?|advances?|maturity|termination)"
    )
    return Tranche(label=label, stem=stem, pattern=re.compile(rf"\b{words}{heads}\b", re.IGNORECASE))
