"""Carve-outs from a prohibition: its list of excepted items, or what follows *except* in its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.covenants.exception_words import EXCEPTIONS as _WORDS
from loanproof.capabilities.baseline.covenants.exception_words import OF_TWO, start_of_pair
from loanproof.capabilities.baseline.covenants.found import CarveOut
from loanproof.core import Span
from loanproof.provenance import claim_of_text
from loanproof.values import MONEY_KIND, PERCENTAGE_KIND, RATIO_KIND, THRESHOLD_KIND, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision
    from loanproof.values import Kind

_AFTER_SCOPE = re.compile(r"\s*(?:;|,?\s+(?:and|or)\s*\Z|\.\s*\Z)")
_MAX_ITEM = 420  # characters of an exception that are read for its scope
_LEVEL_KINDS: tuple[Kind[Any], ...] = (RATIO_KIND, PERCENTAGE_KIND)
_CAP_KINDS: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND)
_MAX_SCOPE = 110  # characters
_ITEM = r"\((?:[ivx]{1,4}|[a-z]|[0-9])\)"
_ITEM_MARK = re.compile(rf"(?<![\w)]){_ITEM}\s+")
_LEADING_MARK = re.compile(rf"\A\s*{_ITEM}\s+")
_JOINT = re.compile(
    rf"[,;]?\s+(?:(?:and|or)\s+)?{_ITEM}\s+"
    r"|(?:[,;]\s+(?:(?:and|or)\s+)?|\s+(?:and|or)\s+)"
    rf"(?=(?:{_WORDS.begins.pattern}|[A-Za-z’'-]+(?:s|ing|ings)|[A-Z][a-z]+"
    rf"|(?:[a-z][\w’'-]*\s+){{1,2}}(?:[a-z]+s|of|by|in|under|for|to|on|from|over|with|between))\b)"
)
_LAST_JOINT = re.compile(r"[,;]\s+(?:and|or)\b")
_TRAILING_JOINT = re.compile(r"[\s,;]*(?:\b(?:and|or))?\s*\Z")
_MODIFIES_BOTH = re.compile(rf"(?:{_WORDS.joins_two.pattern})\s+(?:[\w’'-]+\s+)?[\w’'-]+\Z")  # over vehicles and plant
_DESCRIBED_ALONE = re.compile(rf"[\w’'-]+\s+(?:{_WORDS.described.pattern})")  # … and indebtedness owed to the Lender
_DOES_NOT_APPLY_TO = re.compile(
    rf"\s*(?:{_WORDS.speaks_of.pattern})[^.;:]{{0,80}}?(?:{_WORDS.does_not_reach.pattern})[\s:]*", re.IGNORECASE
)
_INSIDE_PAIR = re.compile(rf"(?:{_WORDS.of_two.pattern})(?!.*\band\b)|\bbetween\s+\S+\Z", re.IGNORECASE | re.DOTALL)
_BASKET = re.compile(rf"(?:{_WORDS.in_spite_of.pattern})(?:[^.;]|\.\d){{0,240}}?\bmay\b\s*", re.IGNORECASE)
_SPIKE = re.compile(rf"(?:{_WORDS.spike.pattern})[^;.]*(?:\.\d[^;.]*)*", re.IGNORECASE)
_LIMIT_BEFORE = re.compile(rf"(?:{_WORDS.limits.pattern})[^.;]{{0,50}}\Z", re.IGNORECASE)
_LEADING_FILLER = re.compile(rf"\A(?:{_WORDS.leading.pattern})\s+", re.IGNORECASE)
_TRAILING_FILLER = re.compile(rf"(?:\s+(?:{_WORDS.loose.pattern}))+\Z", re.IGNORECASE)
_ENDS_FIGURE = re.compile(rf"[,;.]|{_WORDS.ends_figure.pattern}")
_RESERVED = re.compile(r"\A\W*reserved\W*\Z", re.IGNORECASE)


def carve_outs_of(paper: Paper, provision: Provision) -> tuple[CarveOut, ...]:
    """Return the carve-outs of a prohibition in order: its list (or else those in its sentences), then its baskets."""
    baskets = tuple(_baskets(paper, provision))
    end = min((sentence.start for sentence, _ in baskets), default=len(paper.text))
    excepted = (Span(one.start, min(one.end, end)) for one in provision.exceptions if one.start < end)
    listed = tuple(one for span in excepted for one in _items(paper.text, span))
    spans = (*(listed or _inline(paper, provision)), *(what for _, what in baskets))
    found = (_carve_out(paper, span) for span in spans)
    return tuple(one for one in found if one is not None)


def _baskets(paper: Paper, provision: Provision) -> Iterator[tuple[Span, Span]]:
    """Yield each sentence that permits something in spite of the prohibition, with the part that says what it permits.

    Such a sentence usually comes after the list of exceptions: *Notwithstanding the above, the Borrower may …*.
    """
    if not provision.exceptions:
        return
    whole = provision.section.span.cover(provision.exceptions[-1])
    for sentence in paper.passages.sentences_in(whole):
        match = _BASKET.match(paper.text, sentence.start, sentence.end)
        if match is not None:
            yield sentence, Span(match.end(), sentence.end)


def _inline(paper: Paper, provision: Provision) -> Iterator[Span]:
    """Yield what follows ``except`` in a prohibition; an exception that opens the sentence ends at its comma."""
    for sentence in paper.passages.sentences_in(provision.body):
        words = sentence.of(paper.text)
        for found in _WORDS.excepts.finditer(words):
            rest = words[found.end() :]
            # An exception at the very start of a sentence comes before the prohibition itself.
            is_front = found.start() < 3 and "," in rest and not _WORDS.opens_list.match(found[0])
            end = rest.find(",") if is_front else len(rest)
            after = _WORDS.excepts.search(rest)
            end = min(end, after.start()) if after is not None else end
            begin = sentence.start + found.end()
            is_condition = _WORDS.opens_condition.match(found[0])
            for part in _parts(paper.text, Span(begin, begin + end)):
                words_of = part.of(paper.text)
                if len(words_of.split()) > 1 and not (is_condition and _WORDS.condition.search(words_of)):
                    yield part


def _items(text: str, span: Span) -> Iterator[Span]:
    """Yield the exceptions of one item; an item such as ``Paragraph (a) does not apply to …`` may name several."""
    opens = _DOES_NOT_APPLY_TO.match(text, span.start, span.end)
    if opens is None:
        yield span
    else:
        yield from _parts(text, Span(opens.end(), span.end))


def _parts(text: str, span: Span) -> Iterator[Span]:
    """Yield the exceptions of one sentence: ``the Security itself and a lien that arises by law`` are two.

    A cap applies only to the last of them, so the sentence is split wherever a new exception may begin. If the
    exceptions are marked (a), (b), it is split at the marks and nowhere else.
    """
    marks = list(_ITEM_MARK.finditer(text, span.start, span.end))
    if len(marks) > 1:
        ends = [*(one.start() for one in marks[1:]), span.end]
        items = (_without_joint(text, Span(one.end(), end)) for one, end in zip(marks, ends, strict=True))
        yield from filter(None, items)  # nothing lies between the marks of "paragraphs (a) and (b)"
        return
    first = _LEADING_MARK.match(text[span.start : span.end])
    start = span.start + (0 if first is None else first.end())
    for match in _JOINT.finditer(text, start, span.end):
        before = text[start : match.start()]
        is_new = _WORDS.begins.match(text, match.end(), span.end) or _DESCRIBED_ALONE.match(text, match.end(), span.end)
        is_last = _LAST_JOINT.match(match[0]) is not None  # the comma before "and" ends the thing before it
        is_one = _MODIFIES_BOTH.search(before) and not is_new and not is_last and "(" not in match[0]
        if not is_one and not _INSIDE_PAIR.search(before):
            yield Span(start, match.start())
            start = match.end()
    yield Span(start, span.end)


def _without_joint(text: str, item: Span) -> Span:
    """Return an item without the trailing ``, and`` that leads to the next item."""
    return Span(item.start, item.start + len(_TRAILING_JOINT.sub("", item.of(text))))


def provisos_of(paper: Paper, provision: Provision, figure: Span) -> tuple[CarveOut, ...]:
    """Return when a level may be exceeded, and up to what: ``provided that it may exceed 60% (but not 65%)``."""
    match = _SPIKE.search(paper.text, figure.end, provision.body.end)
    if match is None:
        return ()
    figures = [one.span for kind in _LEVEL_KINDS for one in paper.inside(kind, Span(*match.span()))]
    if not figures:
        return ()
    cap = max(figures, key=lambda one: one.end)
    scope = _LEADING_FILLER.sub("", " ".join(paper.text[cap.end : match.end()].split()).strip(" ),.;"))[:_MAX_SCOPE]
    if len(scope.split()) < 3:
        return ()
    return (CarveOut(scope=scope, cap=" ".join(cap.of(paper.text).split()), is_shared=False, span=Span(*match.span())),)


def _carve_out(paper: Paper, span: Span) -> CarveOut | None:
    """Return the carve-out that a span states, or nothing if the span is reserved or too short to be one."""
    page = paper.document.page_at(span.start).span
    # A quote never runs over the end of a page.
    end = min(span.end, page.end, span.start + _MAX_ITEM)
    words = " ".join(paper.text[span.start : end].split())
    if _RESERVED.match(words) or len(words) < 8:
        return None
    cap = _cap(paper, Span(span.start, min(span.end, page.end)))
    is_shared = cap is not None and _WORDS.shared.search(span.of(paper.text)) is not None
    scope = _scope(words)
    shown = Span(span.start, min(span.end, page.end) if cap is not None and cap.end > end else end)
    return CarveOut(
        scope=scope,
        cap=None if cap is None else " ".join(cap.of(paper.text).split()),
        is_shared=is_shared,
        span=_trimmed(paper.text, shown),
    )


def _scope(words: str) -> str:
    """Return what is excepted: the text before the cap or the first figure, or all of it if nothing comes before."""
    capped = _WORDS.caps.search(words)
    head = words[: capped.start()] if capped is not None and capped.start() > 12 else words
    for part in claim_of_text(head).parts:
        at = head.find(part.written)
        head = head[:at] if at > 12 else head
    head = _LEADING_FILLER.sub("", _AFTER_SCOPE.sub("", head).strip(" ,;:."))
    if len(head) > _MAX_SCOPE:
        head = head[: head.rfind(" ", 0, _MAX_SCOPE)]
    if head.count("(") > head.count(")"):
        head = head[: head.rfind("(")]
    return _TRAILING_FILLER.sub("", head).strip(" ,;:.(") or words[:_MAX_SCOPE]


def _cap(paper: Paper, span: Span) -> Span | None:
    """Return the cap of an exception: the figure it may not exceed, with both figures of ``the greater of``."""
    text = OF_TWO.sub(lambda match: " " * len(match[0]), span.of(paper.text))
    for found in THRESHOLD_KIND.find(tokenize(text), paper.context):
        one = found.candidates[0]
        if one.unit.value not in ("money", "percent") or one.operator is None or "<" not in one.operator.value:
            continue
        stretch = Span(span.start + found.span.start, span.start + found.span.end)
        figure = max(
            (one.span for kind in _CAP_KINDS for one in paper.inside(kind, stretch)),
            key=lambda one: one.end,
            default=None,
        )
        if figure is not None:
            return _both_limbs(paper, span, figure)
    # Without a comparison, a single amount is the cap if the words before it speak of a limit.
    amounts = [one.span for one in paper.inside(MONEY_KIND, span)]
    if len(amounts) == 1 and _LIMIT_BEFORE.search(paper.text[span.start : amounts[0].start]):
        return _both_limbs(paper, span, amounts[0])
    return None


def _both_limbs(paper: Paper, span: Span, figure: Span) -> Span:
    """Return a figure with its counterpart if it is the first of two: ``the greater of USD 5m and 2% of assets``."""
    start = start_of_pair(paper.text, span.start, figure.start)
    if start is None:
        return figure
    others = [
        one.span
        for kind in (*_CAP_KINDS, RATIO_KIND)
        for one in paper.inside(kind, Span(figure.end, min(span.end, figure.end + 120)))
    ]
    if not others:
        return figure
    other = min(others, key=lambda one: one.start)
    stop = _ENDS_FIGURE.search(paper.text, other.end, span.end)
    end = len(paper.text[: span.end if stop is None else stop.start()].rstrip())
    return Span(start, max(end, other.end))


def _trimmed(text: str, span: Span) -> Span:
    words = span.of(text)
    return Span(span.start + len(words) - len(words.lstrip()), span.start + len(words.rstrip(" ;,\n")))
