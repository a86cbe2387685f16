"""Financial covenants: what is measured, the required level, how often it is tested, and when it applies at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import Field

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.carve_outs import provisos_of
from loanproof.capabilities.baseline.covenants.found import CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.frequencies import ALWAYS, frequency_of, tests_in
from loanproof.capabilities.baseline.covenants.levels import StatedLevel, blank, levels_of
from loanproof.capabilities.baseline.covenants.measures import is_ratio, names_of_measure
from loanproof.capabilities.baseline.covenants.topics import POSITIVE, topics_of
from loanproof.core import PhrasePattern, Span, WordTable, load_words

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision


class _Financial(WordTable):
    """Lists of words and phrases; each is explained in ``financial.words.yaml``."""

    measured: PhrasePattern
    than: PhrasePattern
    required: PhrasePattern
    depends: PhrasePattern
    while_: PhrasePattern = Field(alias="while")
    springs: PhrasePattern
    on_day: PhrasePattern
    of_each: PhrasePattern
    replaced: PhrasePattern
    cures: PhrasePattern


_WORDS = load_words(__package__, "financial", _Financial)
_SPRINGING_CONDITION = re.compile(
    rf"(?P<when>(?:{_WORDS.springs.pattern}|\bif,?\s+(?:{_WORDS.on_day.pattern}))"
    rf"(?:[^;.,]|(?<=\d)[.,](?=\d)){{10,260}})",
    re.IGNORECASE,
)
_LEVEL_IN_WORDS = re.compile(
    rf"\b(?P<level>positive\s+(?:[A-Z]\w+\s+){{0,2}}(?:{_WORDS.measured.pattern}|[A-Z]\w+)"
    rf"|(?:{_WORDS.than.pattern})\s+(?:its\s+|the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)*)"
)
_DEFINED_BEFORE = re.compile(r"[”\"]\s+(?:means|has\s+the\s+meaning)\b[^;]*\Z")
_CONDITION_BEFORE = re.compile(
    rf"(?:{_WORDS.while_.pattern})(?:(?!{_WORDS.required.pattern})[^,;])*\Z"
)  # the figure is part of a condition, not a level
_REQUIRES_BEFORE = re.compile(r"\brequires?\s+(?:that\s+)?(?:[\w’]+\s+){0,6}\Z", re.IGNORECASE)
_IN_EACH_CASE = re.compile(rf"\bin\s+each\s+case,?\s+(?:{_WORDS.of_each.pattern})[^.;]{{5,200}}", re.IGNORECASE)
_REPLACED_AFTER = re.compile(rf"[,)”\"’\s]{{0,4}}(?:{_WORDS.replaced.pattern})", re.IGNORECASE)
_CONTEXT_AFTER = 160


def financial_covenants(paper: Paper, provisions: tuple[Provision, ...]) -> Iterator[tuple[Provision, FoundCovenant]]:
    """Yield the financial covenants stated by some provisions, each with its provision."""
    articles: dict[str, tuple[Provision, ...]] = {}
    for one in provisions:
        articles[_article(one)] = (*articles.get(_article(one), ()), one)
    for one in provisions:
        start = one.body.start
        for level in levels_of(paper, one):
            if _is_test(paper, one, level, start):
                tests = (*_tests_of_list(paper, one), *tests_in(paper, articles[_article(one)]))
                yield one, _covenant(paper, one, level, tests, start)
            start = level.figure.end
        # No figure was found: the level may be stated in words.
        if start == one.body.start and Role.FINANCIAL_COVENANTS in one.roles:
            yield from ((one, found) for found in _in_words(paper, one))


def _article(provision: Provision) -> str:
    """Return the number of the article that a provision belongs to."""
    return provision.section.id.partition(".")[0].partition("(")[0]


def _in_words(paper: Paper, provision: Provision) -> Iterator[FoundCovenant]:
    """Yield a level stated in words: ``a positive EBITDA``, ``Current Assets greater than Current Liabilities``."""
    match = _LEVEL_IN_WORDS.search(paper.text, provision.body.start, provision.body.end)
    if match is None or not _WORDS.required.search(paper.text, provision.body.start, match.start()):
        return
    figure = Span(*match.span("level"))
    sentence = paper.passages.sentence_at(figure.start)
    testing = frequency_of(paper, provision, sentence, ())
    names = names_of_measure(paper, provision, figure, provision.body.start)
    yield FoundCovenant(
        name=names[0],
        also=names[1:],
        kind=CovenantClass.FINANCIAL,
        threshold=" ".join(figure.of(paper.text).split()),
        frequency=testing.frequency,
        evidence=(Span(max(sentence.start, provision.body.start), sentence.end), *testing.evidence),
    )


def _tests_of_list(paper: Paper, provision: Provision) -> Iterator[Span]:
    """Yield the words after a list that apply to each of its items: ``in each case on each Calculation Date``."""
    parent = provision.section.parent
    if parent is not None and provision.section.id.endswith(")"):
        whole = paper.sections[parent].span
        for match in _IN_EACH_CASE.finditer(paper.text, whole.start, whole.end):
            yield Span(*match.span())


def _is_test(paper: Paper, provision: Provision, level: StatedLevel, start: int) -> bool:
    """Return whether a level is itself a covenant, not an exception from one or a condition of one.

    Args:
        paper: The document.
        provision: The provision that states the level.
        level: The level.
        start: Where the previous level of the provision ends, or where the provision begins.
    """
    if not level.steps:  # a table of steps may be sentences below the words that introduce it
        start = max(paper.passages.sentence_at(level.figure.start).start, start)
    before = paper.text[start : level.figure.start]
    if (
        any(_WORDS.cures.search(title) for title in provision.titles[:1])
        or _DEFINED_BEFORE.search(before)
        or _CONDITION_BEFORE.search(before)
    ):
        return False
    if _REPLACED_AFTER.match(paper.text, level.figure.end):
        return False  # the old level, which an amendment removes
    if Role.FINANCIAL_COVENANTS in provision.roles:
        return True
    if topics_of(POSITIVE, provision.titles, ""):
        return False  # an insured sum or a hedged share is not a financial covenant
    # Outside the financial covenants a level counts only next to something that such covenants measure. "At all times"
    # is blanked out because "times" is also a unit of ratios.
    measured = _WORDS.measured.search(ALWAYS.sub(blank, before))
    if measured is None and not provision.exceptions and _WORDS.required.search(before):
        return is_ratio(before, paper.text[level.figure.end : level.figure.end + _CONTEXT_AFTER])
    if measured is None or provision.exceptions:
        return False
    between = paper.text[start + measured.end() : level.figure.start]
    head = before[: measured.start()]
    is_required = _WORDS.required.search(between) is not None or _REQUIRES_BEFORE.search(head) is not None
    return is_required or _WORDS.depends.search(head) is None


def _covenant(
    paper: Paper, provision: Provision, level: StatedLevel, tests: tuple[Span, ...], start: int
) -> FoundCovenant:
    """Return the covenant that a level states, with its name, its testing and its condition."""
    sentence = paper.passages.sentence_at(level.figure.start)
    sentence = Span(
        max(sentence.start, provision.body.start), max(min(sentence.end, provision.body.end), level.figure.end)
    )
    testing = frequency_of(paper, provision, sentence, tests, level.figure)
    is_in_table = bool(level.steps) and not _WORDS.required.search(paper.text[sentence.start : level.figure.start])
    names = names_of_measure(paper, provision, level.figure, start, is_in_table=is_in_table)
    condition = _SPRINGING_CONDITION.search(" ".join(sentence.of(paper.text).split()))
    return FoundCovenant(
        name=names[0],
        also=names[1:],
        kind=CovenantClass.FINANCIAL,
        threshold=level.written,
        operator=level.operator,
        steps=level.steps,
        frequency=testing.frequency,
        condition=None if condition is None else condition["when"].strip(" ,"),
        carve_outs=provisos_of(paper, provision, level.figure),
        evidence=(_stated(paper, provision, level, start), *testing.evidence),
    )


def _stated(paper: Paper, provision: Provision, level: StatedLevel, start: int) -> Span:
    """Return the span that states a level, including its table or list of steps if it has one."""
    sentence = paper.passages.sentence_at(level.figure.start)
    begin = start if level.steps else max(start, sentence.start)
    end = provision.body.end if level.steps else min(sentence.end, provision.body.end)
    words = paper.text[begin:end]
    return Span(begin + len(words) - len(words.lstrip(" ;,.\n")), max(end, level.figure.end))
