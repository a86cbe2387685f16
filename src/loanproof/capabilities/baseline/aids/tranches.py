"""Tranches: the facilities of one agreement, told apart by the words before the head noun of defined terms.

In ``Term Commitment`` and ``Revolving Maturity Date``, or ``Facility A Loan`` and ``Facility B Loan``, what remains
without the head noun names the tranche. It counts only if at least two tranches have terms of their own for what is
lent and for its amount or its end.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids.facility_columns import FACILITY_NAME, MARK, NUMBERS, facility_heads
from loanproof.core import Span, Words, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids.definitions import Definitions

_MIN_MENTIONS = 3  # mentions of a name; a name used less often is not a facility of the deal
_NEAR = 120  # characters between a name and its sum
_MAX_STEM_WORDS = 4  # words before the head noun
_STOP = re.compile(r"[.;]\s|\b(?:exceed|less|least|minimum|multiple|up\s+to|used\s+as)", re.IGNORECASE)
_COVER = re.compile(
    r"(?:[A-Z]{3}\s?|[$£€¥])[0-9][0-9,.]{4,20}(?:\s(?:million|billion))?\s+"
    r"(?P<name>(?:[A-Z][\w-]*\s+){0,4}(?:FACILITY|Facility|LOAN|Loan|LOANS|Loans))"
)


# *Term Loan and Revolving Credit Facilities Agreement*: the title names several facilities after one sum.
_AND_MORE = re.compile(
    r"\s+(?:and|&)\s+(?:[\w-]+\s+){0,4}(?:facilities|facility|loans?|line)\b(?!\s+of\b)", re.IGNORECASE
)


class _TrancheWords(WordTable):
    """The words that tell tranches apart."""

    lent: Words
    amounts: Words
    ends: Words
    never: Words
    letters: Words
    set_aside: Words


_WORDS = load_words(__package__, "tranches", _TrancheWords)
_AMOUNTS = frozenset(_WORDS.amounts)
_LENT = frozenset(_WORDS.lent) | _AMOUNTS
_ENDS = sorted((tuple(one.split()) for one in _WORDS.ends), key=len, reverse=True)
_NEVER = [tuple(one.split()) for one in _WORDS.never]
_LETTERED = frozenset(_WORDS.letters)
_SET_ASIDE = frozenset(_WORDS.set_aside)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tranche:
    """One facility of several.

    Attributes:
        label: Its name, as the document writes it.
        stem: What distinguishes it from the others, in lower case: ``term``, ``facility a``.
        pattern: Finds its names in text.
    """

    label: str
    stem: str
    pattern: re.Pattern[str]


class Tranches:
    """The tranches of one document; there are none if it has a single facility."""

    def __init__(self, text: str, definitions: Definitions, front: Span, sums: Sequence[Span] = ()) -> None:
        """Take the text, its defined terms, its cover, and the places where it states sums of money."""
        self._text = text
        stems = _stems(text, definitions, front.of(text), sums)
        self.all = tuple(_tranche(stem, label) for stem, label in stems.items()) if len(stems) > 1 else ()

    def named_in(self, span: Span) -> tuple[Tranche, ...]:
        """Return the tranches that a stretch names."""
        return tuple(one for one in self.all if one.pattern.search(self._text, span.start, span.end))

    def of(self, term: str) -> Tranche | None:
        """Return the tranche that a term or heading names; None if it names several or none."""
        written = (
            term.upper() if term.islower() else term
        )  # section ids have no capitals, but a mark such as A must be one
        found = [one for one in self.all if one.pattern.search(written)]
        return found[0] if len(found) == 1 else None

    def at(self, offset: int, around: Span) -> Tranche | None:
        """Return the tranche that governs a place in a stretch: the last one named before it, else the next one."""
        places = sorted(self._places(around), key=lambda one: one[0])
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


def _stems(text: str, definitions: Definitions, cover: str, sums: Sequence[Span]) -> dict[str, str]:
    """Return the stems of the tranches, each with its label, in order.

    A tranche needs a term for what is lent, and one for its amount or end or a line on the cover.
    """
    seen: dict[str, set[str]] = {}
    labels: dict[str, str] = {}
    for stem, kind, term in (*_of_terms(definitions), *_of_brackets(definitions, sums, text), *_of_cover(cover),
                             *_of_names(text, sums), *_of_columns(text)):  # fmt: skip
        seen.setdefault(stem, set()).add(kind)
        if kind == "loan":
            labels.setdefault(stem, term)
    for stem, kinds in seen.items():
        used = None if "loan" in kinds else _used(text, stem)
        if used is not None:
            kinds.add("loan")
            labels[stem] = used
    kept = [stem for stem, kinds in seen.items() if "loan" in kinds and kinds & {"amount", "end", "cover"}]
    # "us term" is not a tranche next to "term" unless it has an end or a line on the cover of its own ...
    kept = [
        one
        for one in kept
        if not any(one != other and one.endswith(f" {other}") and _is_general(seen[one]) for other in kept)
    ]
    # ... and then "term" is too general to be one.
    kept = [one for one in kept if not any(one != other and other.endswith(f" {one}") for other in kept)]
    lettered = [one for one in kept if not _noun(one).startswith("=")]
    if len(lettered) > 1:  # if letters tell facilities apart, "term" names several of them at once
        kept = [one for one in kept if one in lettered or not any(other.startswith(f"{one} ") for other in lettered)]
    return {stem: labels[stem] for stem in kept if stem in labels}


def _used(text: str, stem: str) -> str | None:
    """Return the name that running text uses for what is lent under a stem, if it uses one more than once."""
    words = r"[\s-]+".join(re.escape(one.capitalize()) for one in stem.split())
    names = Counter(
        " ".join(one[0].split())
        for one in re.finditer(rf"\b{words}\s+(?:Credit\s+)?(?:Facility|Loans?|Advances?)\b", text)
    )
    return names.most_common(1)[0][0] if names.total() > 1 else None


def _of_terms(definitions: Definitions) -> Iterator[tuple[str, str, str]]:
    """Yield the stem, the kind and the term of each defined term that may belong to a tranche."""
    terms = [(one.words, one.term) for one in definitions.all]
    for words, term in [*terms, *((one.words, one.term) for one in definitions.inline)]:
        split = _split(words)
        if split is not None:
            yield split[0], _kind(split[1]), term


def _of_brackets(definitions: Definitions, sums: Sequence[Span], text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the facilities that a bracket names right after their sum: ``a loan of GBP 4,000,000 (“Facility A”)``."""
    starts = [one.start for one in sums]
    for term in definitions.inline:
        split = _split(term.words)
        at = bisect_left(starts, term.span.start) - 1
        if split is None or at < 0 or term.span.start - sums[at].end > _NEAR:
            continue
        if not _STOP.search(text, sums[at].end, term.span.start):
            yield split[0], "amount", term.term


def _of_cover(cover: str) -> Iterator[tuple[str, str, str]]:
    """Yield the facilities that the cover names right after their sum, unless it is the sum of several at once."""
    for match in _COVER.finditer(cover):
        split = _split(tuple(match["name"].lower().split()))
        if split is not None and not _AND_MORE.match(cover, match.end()):
            yield split[0], "cover", match["name"]
            yield split[0], "loan", " ".join(match["name"].split())


def _of_names(text: str, sums: Sequence[Span]) -> Iterator[tuple[str, str, str]]:
    """Yield the facilities that running text names often; the sum of each may follow its name."""
    places: dict[str, list[re.Match[str]]] = {}
    for match in FACILITY_NAME.finditer(text):
        split = _split(tuple(match[0].lower().split()))
        if split is not None:
            places.setdefault(split[0], []).append(match)
    starts = [one.start for one in sums]
    often = {stem: matches for stem, matches in places.items() if len(matches) >= _MIN_MENTIONS}
    nouns = Counter(_noun(stem) for stem in often)
    for stem, matches in often.items():
        yield stem, "loan", " ".join(matches[0][0].split())
        if nouns[_noun(stem)] > 1:  # Credit A and Credit B: their marks tell them apart, even if no sum follows
            yield stem, "amount", matches[0][0]
        for match in matches:
            at = bisect_left(starts, match.end())
            if (
                at < len(starts)
                and starts[at] - match.end() < _NEAR
                and not _STOP.search(text, match.end(), starts[at])
            ):
                yield stem, "amount", match[0]


def _of_columns(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the facilities that head the columns of a table of terms."""
    for _, names in facility_heads(text):
        for name in names:
            split = _split(tuple(name.lower().split()))
            if split is not None:
                yield split[0], "loan", name
                yield split[0], "cover", name


def _noun(stem: str) -> str:
    """Return the name of a facility without its mark: *facility* for ``facility a``.

    A facility without a mark keeps its whole stem, with ``=`` before it.
    """
    noun, _, mark = stem.rpartition(" ")
    return noun if noun and noun.split()[-1] in _LETTERED and _is_mark(mark) else f"={stem}"


def facilities_named(text: str) -> tuple[str, ...]:
    """Return the facilities that a text mentions by name, each once: ``Facility A``, ``Term Facility``.

    An amendment need not define them, nor mention each of them often.
    """
    return tuple(dict.fromkeys(" ".join(match[0].split()) for match in FACILITY_NAME.finditer(text)))


def _is_general(kinds: set[str]) -> bool:
    return not kinds & {"end", "cover"}


def _split(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """Return what comes before the head noun of a term, and the head noun; None for terms about other things."""
    while words and words[0] in _SET_ASIDE:
        words = words[1:]
    for at in range(min(2, len(words) - 1)):
        if words[at] in _LETTERED and _is_mark(words[at + 1]) and not _is_other(words[:at]):
            return " ".join(words[: at + 2]), words[at + 2 :] or (words[at],)
    cut = len(words) - next((len(one) for one in _ENDS if words[-len(one) :] == one), 0)
    while cut > 0 and words[cut - 1] in _LENT:
        cut -= 1
    stem, head = words[:cut], words[cut:]
    if not stem or not head or _is_other(stem) or len(stem) > _MAX_STEM_WORDS:
        return None
    return " ".join(stem), head


def _is_mark(word: str) -> bool:
    """Return whether a word is a letter, figure or number that tells facilities of the same name apart."""
    return len(word) <= 2 or re.fullmatch(MARK, word, re.IGNORECASE) is not None


def _is_other(stem: tuple[str, ...]) -> bool:
    """Return whether the words before a head noun show that it is not a facility of the deal as signed."""
    return any(stem[at : at + len(one)] == one for one in _NEVER for at in range(len(stem)))


def _kind(head: tuple[str, ...]) -> str:
    """Return what the head noun of a term is about: the end of a tranche, its amount, or the loan itself."""
    if any(head[-len(one) :] == one for one in _ENDS):
        return "end"
    return "amount" if head[-1] in _AMOUNTS else "loan"


def _tranche(stem: str, label: str) -> Tranche:
    """Return a tranche with the pattern that finds its names."""
    *first, last = map(re.escape, stem.split())
    if not _noun(stem).startswith("="):  # a mark is a capital letter: *the facility a bank gives* names no tranche
        mark = last if last in NUMBERS else f"(?-i:{last.upper()})"
        return Tranche(label=label, stem=stem, pattern=_named(r"[\s-]+".join((*first, mark))))
    heads = (
        r"[\s-]+(?:credit\s+)?"
        r"(?:loans?|facility|commitments?|lenders?|borrowings?|advances?|maturity|termination|expiry)"
    )
    return Tranche(label=label, stem=stem, pattern=_named(r"[\s-]+".join((*first, last)) + heads))


def _named(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{words}\b", re.IGNORECASE)
