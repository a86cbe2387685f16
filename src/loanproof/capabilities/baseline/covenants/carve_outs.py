"""Carve-outs from a prohibition: the items that it excepts, or what is behind *except* in its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loanproof.capabilities.baseline.covenants.exception_words import EXCEPTIONS as _WORDS
from loanproof.capabilities.baseline.covenants.exception_words import OF_TWO
from loanproof.capabilities.baseline.covenants.found import CarveOut
from loanproof.core import Span
from loanproof.provenance import claim_of_text
from loanproof.values import MONEY_KIND, PERCENTAGE_KIND, RATIO_KIND, THRESHOLD_KIND, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision
    from loanproof.values import Kind

_CUT = re.compile(r"\s*(?:;|,?\s+(?:and|or)\s*\Z|\.\s*\Z)")
_LONGEST = 420
_LEVELS: tuple[Kind[Any], ...] = (RATIO_KIND, PERCENTAGE_KIND)
_CAPPED: tuple[Kind[Any], ...] = (MONEY_KIND, PERCENTAGE_KIND)
_SCOPE = 110
_ITEM = r"\((?:[ivx]{1,4}|[a-z]|[0-9])\)"
_MARK = re.compile(rf"(?<![\w)]){_ITEM}\s+")
_FIRST_MARK = re.compile(rf"\A\s*{_ITEM}\s+")
_JOINT = re.compile(
    rf"[,;]?\s+(?:(?:and|or)\s+)?{_ITEM}\s+"
    r"|(?:[,;]\s+(?:(?:and|or)\s+)?|\s+(?:and|or)\s+)"
    rf"(?=(?:{_WORDS.begins.pattern}|[A-Za-z’'-]+(?:s|ing|ings)|[A-Z][a-z]+|(?:[a-z]+\s+){{1,2}}(?:[a-z]+s|of|by|in|under))\b)"
)
_JOINS = re.compile(r"[\s,;]*(?:\b(?:and|or))?\s*\Z")
_OF_BOTH = re.compile(rf"(?:{_WORDS.joins_two.pattern})\s+(?:[\w’'-]+\s+)?[\w’'-]+\Z")  # vehicles and plant
_OWN = re.compile(rf"[\w’'-]+\s+(?:{_WORDS.described.pattern})")  # … and indebtedness owed to the Lender
_NOT_TO = re.compile(
    rf"\s*(?:{_WORDS.speaks_of.pattern})[^.;:]{{0,80}}?(?:{_WORDS.does_not_reach.pattern})[\s:]*", re.IGNORECASE
)
_LIMBS = re.compile(rf"(?:{_WORDS.of_two.pattern})(?!.*\band\b)|\bbetween\s+\S+\Z", re.IGNORECASE | re.DOTALL)
_BASKET = re.compile(rf"(?:{_WORDS.in_spite_of.pattern})(?:[^.;]|\.\d){{0,240}}?\bmay\b\s*", re.IGNORECASE)
_SPIKE = re.compile(rf"(?:{_WORDS.spike.pattern})[^;.]*(?:\.\d[^;.]*)*", re.IGNORECASE)
_LIMITS = re.compile(rf"(?:{_WORDS.limits.pattern})[^.;]{{0,50}}\Z", re.IGNORECASE)
_LEADING = re.compile(rf"\A(?:{_WORDS.leading.pattern})\s+", re.IGNORECASE)
_LOOSE = re.compile(rf"(?:\s+(?:{_WORDS.loose.pattern}))+\Z", re.IGNORECASE)
_ENDS_FIGURE = re.compile(rf"[,;.]|{_WORDS.ends_figure.pattern}")
_RESERVED = re.compile(r"\A\W*reserved\W*\Z", re.IGNORECASE)


def carve_outs_of(paper: Paper, provision: Provision) -> tuple[CarveOut, ...]:
    """Return the carve-outs of a prohibition in order: its list, or those of its own sentence, and its basket."""
    baskets = tuple(_baskets(paper, provision))
    end = min((sentence.start for sentence, _ in baskets), default=len(paper.text))
    excepted = (Span(one.start, min(one.end, end)) for one in provision.exceptions if one.start < end)
    listed = tuple(one for span in excepted for one in _items(paper.text, span))
    spans = (*(listed or _inline(paper, provision)), *(what for _, what in baskets))
    found = (_carve_out(paper, span) for span in spans)
    return tuple(one for one in found if one is not None)


def _baskets(paper: Paper, provision: Provision) -> Iterator[tuple[Span, Span]]:
    """Yield sentences behind a list that permit something all the same, each with what it permits."""
    if not provision.exceptions:
        return
    whole = provision.section.span.cover(provision.exceptions[-1])
    for sentence in paper.passages.sentences_in(whole):
        match = _BASKET.match(paper.text, sentence.start, sentence.end)
        if match is not None:
            yield sentence, Span(match.end(), sentence.end)


def _inline(paper: Paper, provision: Provision) -> Iterator[Span]:
    """Yield what is behind ``except`` in a prohibition; an exception before it ends at its comma."""
    for sentence in paper.passages.sentences_in(provision.body):
        words = sentence.of(paper.text)
        for found in _WORDS.excepts.finditer(words):
            rest = words[found.end() :]
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
    """Yield the exceptions of an item; one that is a sentence, ``Paragraph (a) does not apply to …``, may have many."""
    opens = _NOT_TO.match(text, span.start, span.end)
    if opens is None:
        yield span
    else:
        yield from _parts(text, Span(opens.end(), span.end))


def _parts(text: str, span: Span) -> Iterator[Span]:
    """Yield the exceptions of one sentence: ``the Security itself and a lien that arises by law`` are two.

    A cap belongs to the last of them only, so they are told apart wherever a new one may begin; at their marks where
    they have marks, (a), (b), and nowhere else.
    """
    marks = list(_MARK.finditer(text, span.start, span.end))
    if len(marks) > 1:
        ends = [*(one.start() for one in marks[1:]), span.end]
        items = (_without_joint(text, Span(one.end(), end)) for one, end in zip(marks, ends, strict=True))
        yield from filter(None, items)  # between the marks of "paragraphs (a) and (b)" there is nothing
        return
    first = _FIRST_MARK.match(text[span.start : span.end])
    start = span.start + (0 if first is None else first.end())
    for match in _JOINT.finditer(text, start, span.end):
        before = text[start : match.start()]
        is_new = _WORDS.begins.match(text, match.end(), span.end) or _OWN.match(text, match.end(), span.end)
        is_one = _OF_BOTH.search(before) and not is_new and "(" not in match[0]
        if not is_one and not _LIMBS.search(before):
            yield Span(start, match.start())
            start = match.end()
    yield Span(start, span.end)


def _without_joint(text: str, item: Span) -> Span:
    """Return an item without the ``, and`` that leads to the next."""
    return Span(item.start, item.start + len(_JOINS.sub("", item.of(text))))


def provisos_of(paper: Paper, provision: Provision, figure: Span) -> tuple[CarveOut, ...]:
    """Return when a financial level may be passed, and how far: ``provided that it may exceed 60% (but not 65%)``."""
    match = _SPIKE.search(paper.text, figure.end, provision.body.end)
    if match is None:
        return ()
    figures = [one.span for kind in _LEVELS for one in paper.inside(kind, Span(*match.span()))]
    if not figures:
        return ()
    cap = max(figures, key=lambda one: one.end)
    scope = _LEADING.sub("", " ".join(paper.text[cap.end : match.end()].split()).strip(" ),.;"))[:_SCOPE]
    if len(scope.split()) < 3:
        return ()
    return (CarveOut(scope=scope, cap=" ".join(cap.of(paper.text).split()), is_shared=False, span=Span(*match.span())),)


def _carve_out(paper: Paper, span: Span) -> CarveOut | None:
    page = paper.document.page_at(span.start).span
    end = min(span.end, page.end, span.start + _LONGEST)
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
    """Return what is excepted: the words before its cap, or all of them where nothing is before it."""
    capped = _WORDS.caps.search(words)
    head = words[: capped.start()] if capped is not None and capped.start() > 12 else words
    for part in claim_of_text(head).parts:
        at = head.find(part.written)
        head = head[:at] if at > 12 else head
    head = _LEADING.sub("", _CUT.sub("", head).strip(" ,;:."))
    if len(head) > _SCOPE:
        head = head[: head.rfind(" ", 0, _SCOPE)]
    if head.count("(") > head.count(")"):
        head = head[: head.rfind("(")]
    return _LOOSE.sub("", head).strip(" ,;:.(") or words[:_SCOPE]


def _cap(paper: Paper, span: Span) -> Span | None:
    """Return the cap in an exception: a figure that something may not exceed, with both limbs of ``the greater of``."""
    text = OF_TWO.sub(lambda match: " " * len(match[0]), span.of(paper.text))
    for found in THRESHOLD_KIND.find(tokenize(text), paper.context):
        one = found.candidates[0]
        if one.unit.value not in ("money", "percent") or one.operator is None or "<" not in one.operator.value:
            continue
        stretch = Span(span.start + found.span.start, span.start + found.span.end)
        figure = max(
            (one.span for kind in _CAPPED for one in paper.inside(kind, stretch)),
            key=lambda one: one.end,
            default=None,
        )
        if figure is not None:
            return _both_limbs(paper, span, figure)
    amounts = [one.span for one in paper.inside(MONEY_KIND, span)]
    if len(amounts) == 1 and _LIMITS.search(paper.text[span.start : amounts[0].start]):
        return _both_limbs(paper, span, amounts[0])
    return None


def _both_limbs(paper: Paper, span: Span, figure: Span) -> Span:
    before = list(OF_TWO.finditer(paper.text, max(span.start, figure.start - 40), figure.start))
    if not before or before[-1].end() < figure.start - 6:
        return figure
    others = [
        one.span
        for kind in (*_CAPPED, RATIO_KIND)
        for one in paper.inside(kind, Span(figure.end, min(span.end, figure.end + 120)))
    ]
    if not others:
        return figure
    other = min(others, key=lambda one: one.start)
    stop = _ENDS_FIGURE.search(paper.text, other.end, span.end)
    end = len(paper.text[: span.end if stop is None else stop.start()].rstrip())
    return Span(before[-1].start(), max(end, other.end))


def _trimmed(text: str, span: Span) -> Span:
    words = span.of(text)
    return Span(span.start + len(words) - len(words.lstrip()), span.start + len(words.rstrip(" ;,\n")))
