"""The level of a financial covenant: its figure as the document writes it, its comparison, and its steps by date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from pydantic import Field

from loanproof.capabilities.baseline.covenants.comparisons import required_operator
from loanproof.capabilities.baseline.covenants.exception_words import OF_TWO, start_of_pair
from loanproof.capabilities.baseline.covenants.found import Step
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.values import DATE_KIND, MONEY_KIND, PERCENTAGE_KIND, RATIO_KIND, THRESHOLD_KIND, CalendarDate, tokenize

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision
    from loanproof.values import Found, Kind

_EQUAL_TO = re.compile(r"\bequal\s+to(?=\s+\d)", re.IGNORECASE)
_PLUS = re.compile(r"\s*,?\s*plus\b", re.IGNORECASE)


class _Levels(WordTable):
    """Lists of words and phrases; each is explained in ``levels.words.yaml``."""

    more: PhrasePattern
    less: PhrasePattern
    further_test: PhrasePattern
    when: PhrasePattern
    at_most: PhrasePattern
    at_least: PhrasePattern
    ends: PhrasePattern
    until: PhrasePattern
    from_: PhrasePattern = Field(alias="from")
    behind: PhrasePattern
    counts_itself: PhrasePattern
    thereafter: PhrasePattern
    moved: PhrasePattern


_WORDS = load_words(__package__, "levels", _Levels)
_OPENS_CONDITION = re.compile(rf"\W*(?:{_WORDS.when.pattern})[^,]*\Z")  # *If …*, *When …*, up to a comma
_STARTS_FROM = re.compile(rf"(?:{_WORDS.from_.pattern})[^0-9]{{0,40}}\Z", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(
    rf"(?:(?P<most>{_WORDS.at_most.pattern})|{_WORDS.at_least.pattern})"
    r"\s+(?P<figure>\d{1,2}\.\d{1,2}(?:\s+to\s+(?!1(?:\.0+)?\b)\d{1,2}\.\d{1,2})?|\d{2}:\d{2})"
    r"(?![\d:%]|\.\d|\s*(?:per|to|times|x))",
    re.IGNORECASE,
)
_END_OF_PHRASE = re.compile(rf"[,;]\s|\.\s|\.\Z|{_WORDS.ends.pattern}")
_SECOND_FIGURE_KINDS: tuple[Kind[Any], ...] = (PERCENTAGE_KIND, MONEY_KIND)
_FIGURE_KINDS: tuple[Kind[Any], ...] = (RATIO_KIND, PERCENTAGE_KIND, MONEY_KIND)
_NEW_SENTENCE = re.compile(r"\.\s+[A-Z][a-z]|[”\"]\s*\n\s*[A-Z][a-z]")
_MAX_DISTANCE = 60
_UNITS = frozenset({"ratio", "percent", "money"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedLevel:
    """A level: its text, its comparison, where its figure is, and its steps by date."""

    written: str
    operator: str
    figure: Span
    steps: tuple[Step, ...] = ()


def levels_of(paper: Paper, provision: Provision) -> tuple[StatedLevel, ...]:
    """Return the levels that a provision states; there are several only if each has its own verb."""
    body = provision.body.of(paper.text)
    lead = " ".join(span.of(paper.text) for span in provision.lead[-2:])
    words = f"{lead} {body}"
    shift = len(words) - len(body)
    # "Equal to" and "the greater of" would hide the comparison that applies to the figure.
    read = _EQUAL_TO.sub(blank, OF_TWO.sub(blank, words))
    found: list[StatedLevel] = []
    for mention in THRESHOLD_KIND.find(tokenize(read), paper.context):
        one = mention.candidates[0]
        if one.unit.value not in _UNITS or one.operator is None or mention.span.end <= shift:
            continue
        start = provision.body.start - shift
        figure = _figure(paper, Span(start + max(mention.span.start, shift), start + mention.span.end))
        is_other = figure is not None and (
            _OPENS_CONDITION.match(_clause_before(paper, provision, figure)) is not None or _is_moved_by(paper, figure)
        )
        if figure is None or is_other or (found and not _is_further_test(paper, found[-1], figure)):
            continue
        whole = _whole_level(paper, provision, figure)
        operator = required_operator(one.operator.value, paper, provision, start + mention.span.end)
        written = " ".join(whole.of(paper.text).split()).rstrip(",;")
        steps = () if found else _steps(paper, provision, figure)
        found.append(StatedLevel(written=written, operator=operator, figure=whole, steps=steps))
    tabled = None if found else _tabled(paper, provision, words)
    return (tabled,) if tabled is not None else tuple(found) or tuple(_plain_numbers(paper, provision))


def levels_in(paper: Paper, span: Span) -> Iterator[StatedLevel]:
    """Yield the levels that a span states, in order, with their comparisons as written."""
    for mention in THRESHOLD_KIND.find(tokenize(span.of(paper.text)), paper.context):
        one = mention.candidates[0]
        figure = _figure(paper, Span(span.start + mention.span.start, span.start + mention.span.end))
        if one.unit.value in _UNITS and one.operator is not None and figure is not None:
            yield StatedLevel(
                written=" ".join(figure.of(paper.text).split()), operator=one.operator.value, figure=figure
            )


def _clause_before(paper: Paper, provision: Provision, figure: Span) -> str:
    """Return the part of a sentence before a figure; it may open with a condition, ``If cash is less than …``."""
    return paper.text[max(paper.passages.sentence_at(figure.start).start, provision.body.start) : figure.start]


def _is_moved_by(paper: Paper, figure: Span) -> bool:
    """Return whether a figure is only what a level moves by: ``each maximum shall be increased by 0.50``."""
    return _WORDS.moved.search(paper.text[max(figure.start - _MAX_DISTANCE, 0) : figure.start]) is not None


def _is_further_test(paper: Paper, last: StatedLevel, figure: Span) -> bool:
    """Return whether a figure is the level of a further test: a new clause with its own verb begins before it."""
    between = paper.text[last.figure.end : figure.start]
    return (
        not last.steps
        and re.search(r"[;.]\s|,\s+and\s", between) is not None
        and _WORDS.further_test.search(between) is not None
        and "provided" not in between
    )


def _plain_numbers(paper: Paper, provision: Provision) -> Iterator[StatedLevel]:
    """Yield levels written as plain numbers, as ratios may be (*at least 1.25*); several only if each has a verb."""
    found = list(_PLAIN_NUMBER.finditer(paper.text, provision.body.start, provision.body.end))
    figures = [Span(*match.span("figure")) for match in found]
    last: StatedLevel | None = None
    for at, match in enumerate(found):
        if last is not None and not _is_further_test(paper, last, figures[at]):
            continue
        last = StatedLevel(
            written=match["figure"],
            operator="<=" if match["most"] else ">=",
            figure=figures[at],
            steps=() if at else _stepped(paper, provision, figures),
        )
        yield last


def blank(match: re.Match[str]) -> str:
    """Return as many blanks as a match is long, so that the text around it keeps its positions."""
    return " " * len(match[0])


def _figure(paper: Paper, span: Span) -> Span | None:
    """Return the last ratio, percentage or amount in a span."""
    found = [one.span for kind in _FIGURE_KINDS for one in paper.inside(kind, span)]
    return max(found, key=lambda one: (one.end, -one.start), default=None)


def _whole_level(paper: Paper, provision: Provision, figure: Span) -> Span:
    """Return a figure with the words that complete it: ``the higher of … and …``, ``… plus 75% of …``."""
    text = paper.text
    start = start_of_pair(text, provision.body.start, figure.start)
    piece = paper.passages.piece_at(figure.start)
    end = min(piece.end, provision.body.end)
    if start is not None:
        others = [one for kind in _SECOND_FIGURE_KINDS for one in paper.inside(kind, Span(figure.end, end))]
        if others:
            last = min(others, key=lambda one: one.span.start).span
            return Span(start, _end_of_phrase(text, last.end, end))
    if _PLUS.match(text, figure.end):
        return Span(figure.start, _end_of_phrase(text, figure.end + 6, end))
    return figure


def _end_of_phrase(text: str, start: int, end: int) -> int:
    """Return where the phrase that begins at a position ends, without trailing blanks."""
    stop = _END_OF_PHRASE.search(text, start, end)
    return len(text[: end if stop is None else stop.start()].rstrip())


def _tabled(paper: Paper, provision: Provision, words: str) -> StatedLevel | None:
    """Return a level stated by a table or list; its comparison is in the words before the first figure."""
    rows = [one for kind in _FIGURE_KINDS for one in paper.inside(kind, provision.body)]
    if not rows:
        return None
    first = min(rows, key=lambda one: one.span.start)
    before = words[: len(words) - len(provision.body) + first.span.start - provision.body.start]
    operator = "<=" if _WORDS.more.search(before) else ">=" if _WORDS.less.search(before) else None
    steps = _steps(paper, provision, first.span)
    if operator is None or not steps:
        return None
    return StatedLevel(
        written=" ".join(first.span.of(paper.text).split()), operator=operator, figure=first.span, steps=steps
    )


def _steps(paper: Paper, provision: Provision, first: Span) -> tuple[Step, ...]:
    """Return the levels by date, if figures of the same kind as the first one are paired with dates."""
    kind = next((one for one in _FIGURE_KINDS if any(True for _ in paper.inside(one, first))), None)
    if kind is None:
        return ()
    later = (one.span for one in paper.inside(kind, provision.body) if one.span.start >= first.start)
    figures = [one for one in later if not _is_moved_by(paper, one)]
    return _stepped(paper, provision, figures)


def _stepped(paper: Paper, provision: Provision, figures: list[Span]) -> tuple[Step, ...]:
    """Return one step for each figure, with the dates before it or after it; nothing if any figure has no date."""
    figures = _up_to_next_sentence(paper.text, figures)
    dates = [one for one in paper.inside(DATE_KIND, provision.body) if isinstance(one.candidates[0], CalendarDate)]
    if len(figures) < 2 or not dates:
        return ()
    # Each step's dates may come before its figure or after it; the beginning of the list shows which.
    is_before = dates[0].span.start < figures[0].start and (
        figures[0].start - dates[-1].span.end < 200 or len(dates) >= len(figures)
    )
    steps: list[Step] = []
    for at, figure in enumerate(figures):
        low = figures[at - 1].end if at else provision.body.start
        high = figures[at + 1].start if at + 1 < len(figures) else provision.body.end
        zone = Span(low, figure.start) if is_before else Span(figure.end, high)
        step = _step(paper, zone, figure, [one for one in dates if zone.contains(one.span)])
        steps.append(
            _after_last(step, steps[-1] if steps else None, paper.text[low : min(high, figure.end + _MAX_DISTANCE)])
        )
    return tuple(steps) if all(one.start or one.end for one in steps) else ()


def _after_last(step: Step, last: Step | None, around: str) -> Step:
    """Return a step that starts where the last one ended: ``… until a day and … after that date``."""
    is_open = step.start is None and step.end is None and last is not None and last.end is not None
    if not is_open or last is None or last.end is None or not _WORDS.thereafter.search(around):
        return step
    return replace(step, start=_next_day(last.end))


def _next_day(day: str) -> str:
    return day if day == date.max.isoformat() else (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def _up_to_next_sentence(text: str, figures: list[Span]) -> list[Span]:
    """Return the figures of the first sentence: a figure that a later sentence reports is not a level."""
    for at in range(1, len(figures)):
        if _NEW_SENTENCE.search(text, figures[at - 1].end, figures[at].start):
            return figures[:at]
    return figures


def _step(paper: Paper, zone: Span, figure: Span, dates: list[Found[Any]]) -> Step:
    """Return the step of one figure, with its start and end as the words before its dates say."""
    text = paper.text
    written = " ".join(figure.of(text).split())
    iso = [getattr(one.candidates[0], "canonical", "") for one in dates]
    if not dates:
        return Step(start=None, end=None, threshold=written)
    before = text[max(zone.start, dates[0].span.start - _MAX_DISTANCE) : dates[0].span.start]
    is_behind = _WORDS.behind.search(before) and not _WORDS.counts_itself.search(before)
    start = _next_day(iso[0]) if is_behind else iso[0]
    if len(dates) == 1:
        if _WORDS.until.search(before):
            return Step(start=None, end=iso[0], threshold=written)
        is_open = _STARTS_FROM.search(before) or _WORDS.thereafter.search(zone.of(text))
        return Step(start=start, end=None if is_open else iso[0], threshold=written)
    return Step(start=start, end=iso[-1], threshold=written)
