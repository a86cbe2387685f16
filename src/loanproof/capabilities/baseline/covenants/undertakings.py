"""Negative and positive undertakings: what is prohibited, with its carve-outs, and what must be done or maintained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.carve_outs import carve_outs_of
from loanproof.capabilities.baseline.covenants.duty_words import DUTIES
from loanproof.capabilities.baseline.covenants.exception_words import EXCEPTIONS
from loanproof.capabilities.baseline.covenants.found import CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.frequencies import NONE, NOT_STATED, frequency_of, tests_in
from loanproof.capabilities.baseline.covenants.levels import StatedLevel, levels_of
from loanproof.capabilities.baseline.covenants.party_labels import labels_of
from loanproof.capabilities.baseline.covenants.section_words import heading_of, is_generic
from loanproof.capabilities.baseline.covenants.topics import NEGATIVE, POSITIVE, names_of, topics_of
from loanproof.core import Span
from loanproof.values import RATIO_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision

_PROHIBITS = re.compile(
    rf"(?:{DUTIES.denied.pattern})\s+(?:\([^)]{{0,160}}\)\s*)?(?:also\s+|at\s+no\s+time\s+)?(?:not|never)\b"
    rf"|\bno\s+(?:\w+\s+){{1,4}}(?:{DUTIES.nobody_may.pattern})|\bnot\s+to\s+(?!exceed)|{DUTIES.bars.pattern}",
    re.IGNORECASE,
)
_LENDERS_ACT = re.compile(rf"(?:We|The\s+(?:\w+\s+)?(?:{DUTIES.lenders.pattern}))\s+(?:{DUTIES.lenders_do.pattern})")
_PROMISE_IN_LETTER = re.compile(
    rf"\W*(?:[0-9.]+\s+)?(?:You|The\s+(?:\w+\s+)?(?:{DUTIES.promisers.pattern}))\s+"
    rf"(?:{DUTIES.promises.pattern})\s+(?:{DUTIES.told.pattern})",
    re.IGNORECASE,
)
_FIRST_WORDS = re.compile(r".{40,}?\.\s+(?=[A-Z])", re.DOTALL)
_MAX_READ = 200
_MIN_LEAD = 300  # characters above a list item that may prohibit it
_AMENDS_WORDS = re.compile(
    rf"(?:{DUTIES.changed_text.pattern}).{{3,300}}(?:{DUTIES.changed.pattern})", re.IGNORECASE | re.DOTALL
)
_MIN_LENGTH = 25
_EXCEPTION_OR_CONDITION = re.compile(
    rf"{EXCEPTIONS.excepts.pattern}|{EXCEPTIONS.consents.pattern}|{DUTIES.conditions.pattern}", re.IGNORECASE
)


def undertakings(paper: Paper, provisions: tuple[Provision, ...]) -> Iterator[tuple[Provision, FoundCovenant]]:
    """Yield the prohibitions and duties, one covenant for each provision.

    Items of one clause about the same thing are one covenant, represented by the first item; an item with a level of
    its own is always reported.
    """
    told: set[tuple[int | None, CovenantClass, str]] = set()
    for one in provisions:
        words = labels_of(paper).plain(" ".join(one.body.of(paper.text).split()))
        if len(words) < _MIN_LENGTH or _only_tests(paper, one):
            continue
        is_loose = not (one.roles or one.titles or one.lead)  # a sentence of a letter counts only if it is a promise
        is_other = _LENDERS_ACT.match(words) or (is_loose and not _PROMISE_IN_LETTER.match(words))
        kind = None if is_other else _kind(paper, one, words)
        if kind is None:
            continue
        found = _covenant(paper, one, kind, words)
        topic = (one.section.parent, kind, found.name)
        if not one.section.id.endswith(")") or topic not in told or found.threshold is not None:
            yield one, found
        told.add(topic)


def _only_tests(paper: Paper, provision: Provision) -> bool:
    """Return whether a provision only says when the financial covenants around it are tested, which is no duty."""
    first = _first_sentence(paper, provision)
    return Role.FINANCIAL_COVENANTS in provision.roles and first in tests_in(paper, (provision,))


def _kind(paper: Paper, provision: Provision, words: str) -> CovenantClass | None:
    """Return whether a provision is a prohibition or a duty; nothing if it is neither."""
    lead = " ".join(span.of(paper.text) for span in provision.lead)
    first = _FIRST_WORDS.match(words[:400])  # the first sentence states the duty, whatever a later one prohibits
    is_duty = first is not None and DUTIES.commands.search(first[0]) and not _PROHIBITS.search(first[0])
    if (_PROHIBITS.search(words[:400]) and not is_duty) or _PROHIBITS.search(_end_of_lead(paper, provision)):
        return CovenantClass.NEGATIVE
    if DUTIES.asks_consent.search(words):
        return CovenantClass.NEGATIVE
    if _AMENDS_WORDS.search(words) and topics_of(NEGATIVE, provision.titles, ""):
        return CovenantClass.NEGATIVE
    if DUTIES.may_within.search(words[:160]) and topics_of(NEGATIVE, provision.titles, words[:80]):
        return CovenantClass.NEGATIVE
    titles = provision.titles[1:]
    if any(DUTIES.negative_titles.search(title) for title in titles) and not DUTIES.commands.search(words[:160]):
        return CovenantClass.NEGATIVE
    is_commanded = (
        DUTIES.commands.search(words)
        or DUTIES.commands.search(lead)
        or any(DUTIES.positive_titles.search(one) for one in titles)
    )
    return CovenantClass.POSITIVE if is_commanded else None


def _end_of_lead(paper: Paper, provision: Provision) -> str:
    """Return the end of a provision's lead, where it may be prohibited: never less than its last sentence."""
    lead = " ".join(span.of(paper.text) for span in provision.lead)
    sentences = [one for span in provision.lead[-1:] for one in paper.passages.sentences_in(span)]
    return lead[-max(_MIN_LEAD, *map(len, sentences[-1:])) :] if sentences else lead[-_MIN_LEAD:]


def _covenant(paper: Paper, provision: Provision, kind: CovenantClass, words: str) -> FoundCovenant:
    """Return the covenant that an undertaking states, with its level and its carve-outs."""
    names = _names(provision, kind, words)
    level = _own_level(paper, provision, kind, names)
    if level is not None and kind is CovenantClass.POSITIVE and level.operator in ("<", "<="):
        kind = CovenantClass.NEGATIVE  # a duty to keep debt below a sum prohibits incurring more
    carve_outs = carve_outs_of(paper, provision) if kind is CovenantClass.NEGATIVE else ()
    # The level is that of the prohibition itself; a cap in its exceptions is another figure.
    carve_outs = tuple(one for one in carve_outs if level is None or not one.span.overlaps(level.figure))
    return FoundCovenant(
        name=names[0],
        also=names[1:],
        kind=kind,
        secondary=CovenantClass.FINANCIAL if level is not None or _has_ratio(paper, provision) else None,
        threshold=None if level is None else level.written,
        operator=None if level is None else level.operator,
        frequency=NONE if level is None else _frequency(paper, provision, level),
        evidence=(_first_sentence(paper, provision),),
        carve_outs=carve_outs,
    )


def _names(provision: Provision, kind: CovenantClass, words: str) -> tuple[str, ...]:
    """Return the names of an undertaking, the best first: its own heading, what it acts on, or a heading above it."""
    table = NEGATIVE if kind is CovenantClass.NEGATIVE else POSITIVE
    topics = topics_of(table, provision.titles, words)
    own = tuple(one for one in provision.titles[:1] if not is_generic(one))
    acted = topics_of(table, (), words)[:1]
    is_inherited = not heading_of(provision.section) and not topics_of(table, own, "")
    is_item = not own or not provision.is_titled(own[0]) or (is_inherited and bool(acted))
    known = names_of(table, acted if is_item and acted else topics[:1])
    names = tuple(dict.fromkeys((*known, *own) if is_item else (*own, *known)))
    return names or (f"Undertaking {provision.section.id}",)


def _has_ratio(paper: Paper, provision: Provision) -> bool:
    """Return whether an undertaking depends on a ratio: *no dividend unless leverage is below 2.50:1*."""
    spans = (provision.body, *provision.exceptions)
    return any(True for span in spans for _ in paper.inside(RATIO_KIND, span))


def _frequency(paper: Paper, provision: Provision, level: StatedLevel) -> str:
    """Return how often the level of an undertaking is tested; a cap for each year is not a yearly test."""
    said = frequency_of(paper, provision, provision.body, ()).frequency
    is_cap = level.operator in ("<", "<=") and EXCEPTIONS.for_a_time.search(provision.body.of(paper.text))
    return NONE if said == NOT_STATED or is_cap else said


def _own_level(paper: Paper, provision: Provision, kind: CovenantClass, names: tuple[str, ...]) -> StatedLevel | None:
    """Return the level that an undertaking itself sets; those of its exceptions and conditions do not count."""
    if provision.exceptions:
        return None
    stop = _EXCEPTION_OR_CONDITION.search(paper.text, provision.body.start, provision.body.end)
    end = provision.body.end if stop is None else stop.start()
    levels = [one for one in levels_of(paper, provision) if one.figure.end <= end and not one.steps]
    if not levels:
        return None
    is_upper = levels[0].operator in ("<", "<=")
    if kind is CovenantClass.NEGATIVE:
        return levels[0] if is_upper else None
    words = " ".join((*names, provision.body.of(paper.text)[:_MAX_READ]))
    # A duty has an upper level only if it keeps debt or something similar within a limit.
    is_limited = DUTIES.limited.search(words) is not None and DUTIES.keeps.search(words) is not None
    return levels[0] if is_limited == is_upper else None


def _first_sentence(paper: Paper, provision: Provision) -> Span:
    """Return the first sentence of a provision, as far as it belongs to the provision."""
    sentence = paper.passages.sentence_at(provision.body.start)
    return Span(provision.body.start, max(provision.body.start + 1, min(sentence.end, provision.body.end)))
