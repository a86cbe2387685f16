"""Equivalent notations, folded: a quote that differs from its passage in nothing else is word for word (C-36).

Legal forms, ``%`` and ``per cent.``, signs of comparison, blanks at signs, the two halves of ``five (5)``, and the
letters of a list. The text is folded once more on top of :mod:`folding`, with a map back to the same characters.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from loanproof.core import SingleWords, Span, Words, WordTable, load_words
from loanproof.documents.quotes.exact import Hit, Needle, find_exact, opens_alike, trimmed
from loanproof.documents.quotes.folding import FoldedText, fold_document
from loanproof.documents.quotes.index import WORD, BlockIndex
from loanproof.values import CARDINALS, MONEY_KIND, ORDINALS, WRITTEN_NUMBER_KIND, Kind, Mentions, Read

if TYPE_CHECKING:
    from loanproof.documents.model import Document


class _WrittenForms(WordTable):
    same: tuple[Words, ...]
    with_a_point: SingleWords
    before_a_reference: SingleWords


_WORDS = load_words(__package__, "written_forms", _WrittenForms)
_WRITTEN = {way: ways[0] for ways in _WORDS.same for way in ways}
_LETTERS = sorted((way for way in _WRITTEN if way[0].isalpha() and way != "and"), key=len, reverse=True)
_SIGNS = sorted((way for way in _WRITTEN if not way[0].isalpha()), key=len, reverse=True)
_PERCENT = "%"
_CHANGING = frozenset(word for way in (*_WRITTEN, *_WORDS.with_a_point) for word in way.split()) | {
    *CARDINALS,
    *ORDINALS,
}
_IN_BRACKETS = re.compile(r"\([^()]{0,20}[0-9]")
_SLACK = 240  # extra characters of a passage that its quote may write more briefly
_EVENT = re.compile(
    rf"(?P<word>,? ?\b(?:{'|'.join(map(re.escape, _LETTERS))})\b\.?)"
    rf"|(?P<pointed>\b(?:{'|'.join(_WORDS.with_a_point)})\.)"
    r"|(?P<initials>,? ?(?<![a-z.])[a-z](?:\. ?[a-z])+\b\.?)"
    rf"|(?P<sign> ?(?:{'|'.join(map(re.escape, _SIGNS))}))"
    r"|(?P<blank>(?<=[(/]) | (?=/)|(?<=[0-9]-) (?=[a-z]))"
)
_LETTER = r"\((?:[A-Za-z]|(?P<twice>[a-z])(?P=twice)|[ivxIVX]{2,5})\)"
_MARKER = re.compile(
    rf"(?P<line>(?m:^)[^\S\n\f]*(?:\([A-Za-z0-9]{{1,5}}\)|[A-Za-z0-9]{{1,3}}[.)]|[•·▪◦‣*–-])(?:\s+|$))"
    rf"|(?<=\s){_LETTER}(?:\s+|$)"
)
_BEFORE_NEXT = re.compile(r"[\s;:,.]{0,40}")
_BULLET = re.compile(r"(?:^|(?<=\s))[•·▪◦‣*–-]\s+")
_REFERRING = re.compile(
    rf"(?:\b(?:{'|'.join(_WORDS.before_a_reference)})|\([a-z]{{1,5}}\)(?:,|,?\s+(?:and|or|to|through)))\s+$",
    re.IGNORECASE,
)


class Half(Enum):
    """Which half of ``five (5)`` a text keeps."""

    FIGURES = 0
    WORDS = 1


class _Doublet(NamedTuple):
    """A number in words and figures that agree: the start, the end of the words, and the bracket's start and end."""

    start: int
    words_end: int
    opening: int
    end: int

    def cuts(self, half: Half) -> Iterator[Span]:
        """Yield what to cut to keep one half."""
        if half is Half.WORDS:
            yield Span(self.words_end, self.end)
        else:
            yield Span(self.start, self.opening + 1)
            yield Span(self.end - 1, self.end)


class _Quote(NamedTuple):
    """A quote as written, with what it has that another notation leaves out."""

    text: str
    doublets: list[_Doublet]
    markers: list[Span]
    bullets: list[Span]


class WrittenForms:
    """One document prepared for quotes in another notation; each text is built on first use."""

    def __init__(self, document: Document, text: FoldedText, words: BlockIndex, scan: Callable[[], Mentions]) -> None:
        self._document = document
        self._text = text
        self._words = words
        self._scan = scan
        self._halves: dict[Half, FoldedText] = {}
        self._quote = _Quote("", [], [], [])

    def find(self, needle: Needle) -> list[Hit]:
        """Return the places of a quote in another notation, in the text that was folded once."""
        stretches = self._stretches(needle)
        if not stretches:
            return []
        quote = self._read(needle.folded.original)
        doublets = quote.doublets
        for half in Half:
            hits = self._exact(self._folded(half), _needle_of(needle, doublets, half), stretches)
            hits = [hit for hit in hits if self._has_doublets(hit, len(doublets))]
            if hits:
                return hits
        return self._find_without_markers(needle, quote, stretches)

    def _read(self, written: str) -> _Quote:
        """Return what a quote has; the fragments of one quote come one after the other, and it is read once."""
        quote = self._quote
        if quote.text != written:
            has_brackets = _IN_BRACKETS.search(written) is not None
            doublets = _doublets(Mentions.in_text(written, self._scan().context)) if has_brackets else []
            bullets = [Span(*match.span()) for match in _BULLET.finditer(written)]
            self._quote = quote = _Quote(written, doublets, list(_markers(written)), bullets)
        return quote

    def _stretches(self, needle: Needle) -> list[Span]:
        """Return the spans of the document with all words of a quote that no notation changes."""
        words = [word for word in WORD.findall(needle.text)[1:-1] if word.isalpha() and word not in _CHANGING]
        longest = 2 * len(needle.text) + _SLACK
        found = self._words.stretches_with_all(words, longest=longest) if words else [(0, len(self._text.text))]
        return [self._text.span_of(start, min(end, len(self._text.text))) for start, end in found]

    def _exact(self, text: FoldedText, needle: Needle, stretches: Iterable[Span]) -> list[Hit]:
        places = (Hit(text.place_of(one.start), text.place_of(one.end)) for one in stretches)
        found = (hit for place in places for hit in find_exact(text, needle, within=place))
        return [self._back(text, hit) for hit in found if opens_alike(needle, text, hit)]

    def _find_without_markers(self, needle: Needle, quote: _Quote, stretches: Iterable[Span]) -> list[Hit]:
        """Return where a quote appears without list letters; those that it has must be there too."""
        written, doublets, markers, bullets = quote
        wanted = _needle_of(needle, doublets, Half.FIGURES, (*markers, *bullets))
        hits = self._exact(self._unmarked, wanted, stretches)
        return [
            hit
            for hit in hits
            if _follow(_letters(written, markers), self._letters_in(hit)) and self._has_doublets(hit, len(doublets))
        ]

    def _has_doublets(self, hit: Hit, count: int) -> bool:
        """Return whether a place has as many doublets as the quote, so that none of them was added."""
        span = self._text.span_of(*hit)
        return not count or sum(one.start < span.end and span.start < one.end for one in self._of_document) >= count

    def _letters_in(self, hit: Hit) -> list[str]:
        span = self._text.span_of(*hit)
        text = self._document.text
        before = text.rfind("\n", 0, span.start) + 1
        signs = _BEFORE_NEXT.match(text, span.end)  # a quote may end with the letter of the next item
        end = span.end if signs is None else signs.end() + 1
        return _letters(text, (one for one in self._markers if before <= one.start < end))

    def _back(self, text: FoldedText, hit: Hit) -> Hit:
        span = text.span_of(*hit)
        return Hit(self._text.place_of(span.start), self._text.place_of(span.end - 1) + 1)

    @cached_property
    def _of_document(self) -> list[_Doublet]:
        return _doublets(self._scan())

    def _folded(self, half: Half) -> FoldedText:
        if half not in self._halves:
            cuts = _places(self._text, self._of_document, half)
            self._halves[half] = _fold(self._text, 0, len(self._text.text), cuts)
        return self._halves[half]

    @cached_property
    def _markers(self) -> list[Span]:
        return list(_markers(self._document.text))

    @cached_property
    def _unmarked(self) -> FoldedText:
        text = fold_document(self._document, without=self._markers)
        return _fold(text, 0, len(text.text), _places(text, self._of_document, Half.FIGURES))


def _markers(text: str) -> Iterator[Span]:
    """Yield the letters and bullets of lists with the blanks after them; letters of references do not count."""
    for match in _MARKER.finditer(text):
        if not _REFERRING.search(text, max(match.start() - 24, 0), match.start()):
            yield Span(*match.span())


def _letters(text: str, markers: Iterable[Span]) -> list[str]:
    return [letter for one in markers if any(map(str.isalnum, letter := one.of(text).strip()))]


def spelling(folded: str) -> str:
    """Return a short folded text, such as a name, in one standard notation."""
    return _EVENT.sub(lambda match: _written(match), folded)


def _needle_of(needle: Needle, doublets: Sequence[_Doublet], half: Half, cuts: Sequence[Span] = ()) -> Needle:
    places = [*_places(needle.folded, doublets, half), *(_place(needle.folded, cut) for cut in cuts)]
    return trimmed(_fold(needle.folded, needle.start, needle.end, places))


def _doublets(mentions: Mentions) -> list[_Doublet]:
    """Return the numbers and amounts that a text gives in both words and figures, if the two agree."""
    text = mentions.text
    found: list[_Doublet] = []
    kinds: tuple[Kind[Any], ...] = (MONEY_KIND, WRITTEN_NUMBER_KIND)
    for kind in kinds:
        for one in mentions.of(kind):
            opening = text.find("(", one.span.start + 1, one.span.end)
            if opening < 0 or text[one.span.end - 1] != ")" or not isinstance(one.reading, Read):
                continue
            words, figures = text[one.span.start : opening], text[opening : one.span.end]
            if any(map(str.isdigit, figures)) and not any(map(str.isdigit, words)):
                found.append(_Doublet(one.span.start, one.span.start + len(words.rstrip()), opening, one.span.end))
    return sorted(found)


def _places(text: FoldedText, doublets: Iterable[_Doublet], half: Half) -> list[Hit]:
    return [_place(text, cut) for doublet in doublets for cut in doublet.cuts(half)]


def _place(text: FoldedText, span: Span) -> Hit:
    return Hit(text.place_of(span.start), text.place_of(span.end))


def _fold(text: FoldedText, start: int, end: int, cuts: Iterable[Hit]) -> FoldedText:
    """Return a span of folded text in the standard notation with some places cut out, in linear time."""
    pieces: list[str] = []
    run_starts, origins, joint_places = array("I"), array("I"), array("I")
    joint_forms = bytearray()
    length, at = 0, start
    changes = sorted(
        [
            *((*hit, "") for hit in cuts),
            *((*match.span(), _written(match)) for match in _EVENT.finditer(text.text, start, end)),
        ]
    )
    for first, last, written in [*changes, (end, end, "")]:
        if first < at or last > end:
            continue
        for place, origin in text.runs(at, first):
            run_starts.append(length + place - at)
            origins.append(origin)
        for place, joint in text.joints(at, first).items():
            joint_places.append(length + place)
            joint_forms.append(joint)
        pieces.append(text.text[at:first])
        length += first - at
        for by, _ in enumerate(written):
            run_starts.append(length + by)
            origins.append(text.origin(min(first + by, last - 1)))
        pieces.append(written)
        length += len(written)
        at = last
    if not run_starts or run_starts[0]:
        run_starts.insert(0, 0)
        origins.insert(0, text.origin(start) if text.text else 0)
    return FoldedText(
        text="".join(pieces),
        original=text.original,
        run_starts=run_starts,
        origins=origins,
        joint_places=joint_places,
        joint_forms=bytes(joint_forms),
    )


def _written(match: re.Match[str]) -> str:
    """Return the standard notation of a match; a blank or comma before it is dropped only if it belongs to the form."""
    found = match[0]
    match match.lastgroup:
        case "word":
            way = _WRITTEN[found.strip(" .,")]
            return way if way == _PERCENT else f" {way}" if found[0] in " ," else way
        case "initials":
            letters = re.sub(r"[., ]", "", found)
            return (
                f" {letters}" if found[0] == " " or letters in _WRITTEN else found[: found.find(letters[0])] + letters
            )
        case "pointed":
            return found[:-1]
        case "sign":
            way = _WRITTEN[found.strip()]
            return way if way == _PERCENT else f" {way}" if found[0] == " " else way
        case _:
            return ""


def _follow(markers: Sequence[str], there: Sequence[str]) -> bool:
    """Return whether the markers are among others in the same order."""
    rest = iter(there)
    return all(marker in rest for marker in markers)
