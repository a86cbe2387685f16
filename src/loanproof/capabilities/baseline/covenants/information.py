"""Information covenants: what must be delivered, by when, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.covenants.carve_outs import carve_outs_of
from loanproof.capabilities.baseline.covenants.duty_words import DUTIES
from loanproof.capabilities.baseline.covenants.exception_words import EXCEPTIONS
from loanproof.capabilities.baseline.covenants.found import CarveOut, CovenantClass, FoundCovenant
from loanproof.capabilities.baseline.covenants.frequencies import (
    NONE,
    NOT_STATED,
    ON_PAYMENT_DATE,
    frequency_of,
    rhythm_in,
)
from loanproof.capabilities.baseline.covenants.papers_due import names_of_paper, papers_in
from loanproof.capabilities.baseline.covenants.party_labels import labels_of
from loanproof.capabilities.baseline.covenants.section_words import is_generic
from loanproof.capabilities.baseline.covenants.topics import INFORMATION, names_of, topics_of
from loanproof.core import PhrasePattern, Span, Words, WordTable, load_words
from loanproof.values import DURATION_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.covenants.provisions import Provision


class _Information(WordTable):
    """Lists of words and phrases; each is explained in ``information.words.yaml``."""

    delivers: PhrasePattern
    tells: PhrasePattern
    denied: PhrasePattern
    not_denied: PhrasePattern
    of_another: PhrasePattern
    beside: PhrasePattern
    opens_paper: PhrasePattern
    timely: PhrasePattern
    comes_with: PhrasePattern
    limit: PhrasePattern
    ahead: PhrasePattern
    before_day: PhrasePattern
    half_year: PhrasePattern
    audited: PhrasePattern
    periods: dict[str, Words]


_WORDS = load_words(__package__, "information", _Information)
_RECIPIENT = re.compile(rf"{DUTIES.lenders.pattern}|\bus\b")  # case-sensitive: the US of US GAAP is not a recipient
_DELIVERED_WITH = re.compile(
    rf"\A(?:\([a-z]+\)\s*)?(?:{_WORDS.beside.pattern})[^;]*?,\s+(?={_WORDS.opens_paper.pattern})", re.IGNORECASE
)
_OPENS_WITH_LIMIT = re.compile(
    r"\W*(?:\([a-z0-9]+\)\s*)?(?:as\s+soon\s+as[^,;]{3,80},?\s*(?:and|but)\s+in\s+any\s+\w+\s+)?within\b"
)
_OPENS_WITH_NOTICE = re.compile(r"\W*(?:\([a-z0-9]+\)\s*)?(?:\w+\s+){0,2}notice\b", re.IGNORECASE)
_DENIED_BEFORE = re.compile(
    rf"(?:{_WORDS.denied.pattern})(?!\s+(?:{_WORDS.not_denied.pattern}))[^.;)]{{0,60}}\Z", re.IGNORECASE
)
_OPENING_CONDITION = re.compile(r"\W*(?:\([a-z0-9]+\)\s*)?(?P<when>If\b[^,;]{10,200}),", re.IGNORECASE)
_BEFORE_DUTY = re.compile(
    r"\A\W*(?:\([a-z0-9]+\)\s*)?(?:If|When|Whenever|Where)\b[^;]*?,\s+"
    rf"(?:then\s+)?(?=the\s+(?:{DUTIES.promisers.pattern})\s+(?:{DUTIES.commands.pattern}))",
    re.IGNORECASE,
)
_MAX_READ = 240
_MAX_GAP = 12  # characters between a period and "before"
_CERTIFICATE = "compliance_certificate"
_CERTIFICATES = names_of(INFORMATION, (_CERTIFICATE,))
_MAX_VERB_POSITION = 320


def information_covenants(paper: Paper, provisions: tuple[Provision, ...]) -> Iterator[tuple[Provision, FoundCovenant]]:
    """Yield what must be delivered: one covenant for each time limit, or a single one if there is no limit."""
    for one in provisions:
        if not _is_delivery(paper, one):
            continue
        limits = [found.span for found in paper.inside(DURATION_KIND, one.body) if _is_limit(paper, one, found.span)]
        if not limits:
            yield one, _covenant(paper, one, None, one.body)
        for at, limit in enumerate(limits):
            yield one, _covenant(paper, one, limit, _stretch(paper, one, limits, at))
        for piece in paper.passages.pieces_in(one.body) if limits else ():
            if not any(piece.overlaps(limit) for limit in limits) and _is_certificate_beside(paper, piece):
                yield one, _covenant(paper, one, None, piece)


def _is_certificate_beside(paper: Paper, piece: Span) -> bool:
    """Return whether an item without a time limit is a certificate that comes with others: ``concurrently with …``."""
    words = " ".join(piece.of(paper.text).split())
    is_beside = _WORDS.beside.search(words[:_MAX_READ]) is not None
    return is_beside and _CERTIFICATE in topics_of(INFORMATION, (), _DELIVERED_WITH.sub("", words))


def _is_limit(paper: Paper, provision: Provision, duration: Span) -> bool:
    """Return whether a duration is the time limit of a delivery: ``within 90 days``, ``at least 5 days before``."""
    lead = provision.lead[-1].of(paper.text) if provision.lead else ""
    if (
        provision.titles
        and paper.text.startswith(provision.titles[0], provision.body.start)
        and _WORDS.timely.search(lead)
    ):
        return True  # a table row: the words above the table say that its time is a limit
    before = paper.text[max(provision.body.start, duration.start - 40) : duration.start]
    is_ahead = _WORDS.ahead.search(before) and _WORDS.before_day.match(
        paper.text[duration.end : duration.end + _MAX_GAP].lstrip()
    )
    return bool(is_ahead) or _WORDS.limit.search(before) is not None


def _is_delivery(paper: Paper, provision: Provision) -> bool:
    """Return whether the main duty of a provision is to deliver something.

    A certificate mentioned far into another duty, such as an insurer's certificate in an insurance clause, does not
    count.
    """
    plain = labels_of(paper).plain
    body = plain(" ".join(provision.body.of(paper.text).split()))
    lead = plain(" ".join(" ".join(span.of(paper.text).split()) for span in provision.lead[-1:]))
    words = f"{lead} {body}"
    if DUTIES.asks_consent.search(words):
        return False
    body = _of_duty(body)
    words = f"{lead} {body}"
    # The time limit may come before the verb.
    reach = 2 * _MAX_READ if _WORDS.timely.search(body[:_MAX_READ]) else _MAX_VERB_POSITION
    delivers = _WORDS.delivers.search(words[: len(lead) + reach])
    says_what = next(papers_in(body[:_MAX_READ]), None) is not None or bool(topics_of(INFORMATION, (), body))
    # A list item may have no verb of its own: "within 90 days of each year end, audited accounts".
    if delivers is None and (_OPENS_WITH_NOTICE.match(body) or (_OPENS_WITH_LIMIT.match(body) and says_what)):
        return not provision.exceptions
    if delivers is None or _DENIED_BEFORE.search(words[: delivers.start()]) or provision.exceptions:
        return False
    if Role.INFORMATION in provision.roles:
        return True
    has_recipient = _RECIPIENT.search(words[delivers.start() : delivers.start() + 160]) is not None
    if delivers.start() < len(lead) and _RECIPIENT.search(words[delivers.start() : len(lead)]):
        return True  # "furnish to the Lenders:" followed by a list
    has_limit = _WORDS.timely.search(body[: 2 * _MAX_READ]) is not None
    if has_limit:
        return has_recipient or bool(topics_of(INFORMATION, (), body))
    if _CERTIFICATE in topics_of(INFORMATION, (), body)[:1]:
        return True
    return has_recipient and (says_what or _WORDS.tells.match(delivers[0]) is not None)


def _of_duty(words: str) -> str:
    """Return words without what a duty only depends on: a case before it, and what another clause has delivered."""
    return _WORDS.of_another.sub(" ", _BEFORE_DUTY.sub("", words))


def _exceptions(paper: Paper, provision: Provision) -> tuple[CarveOut, ...]:
    """Return the exceptions from a delivery: ``such duty shall not apply to …``, in its sentence or behind it."""
    delivers = _WORDS.delivers.search(paper.text, provision.body.start, provision.body.end)
    first = provision.body.start if delivers is None else paper.passages.sentence_at(delivers.start()).start
    duty = replace(provision, body=Span(max(first, provision.body.start), provision.body.end))
    is_reached = EXCEPTIONS.does_not_reach.search(paper.text, duty.body.start, duty.body.end) is None
    return () if is_reached else carve_outs_of(paper, duty)


def _stretch(paper: Paper, provision: Provision, limits: list[Span], at: int) -> Span:
    """Return the span that belongs to one of several time limits: its piece of the sentence, or part of that piece."""
    piece = paper.passages.piece_at(limits[at].start)
    start, end = max(piece.start, provision.body.start), min(piece.end, provision.body.end)
    if at + 1 < len(limits) and limits[at + 1].start < end:
        end = max(limits[at].end, _boundary(paper.text, limits[at].end, limits[at + 1].start))
    if at and limits[at - 1].end > start:
        start = min(limits[at].start, _boundary(paper.text, limits[at - 1].end, limits[at].start))
    return Span(start, end)


def _boundary(text: str, low: int, high: int) -> int:
    """Return where the first of two joined duties ends: at the last ``and``, comma or semicolon between them."""
    joints = [match.start() for match in re.finditer(r",\s+and\b|;|\band\b|,", text[low:high])]
    return low + joints[-1] if joints else high


def _covenant(paper: Paper, provision: Provision, limit: Span | None, stretch: Span) -> FoundCovenant:
    """Return the covenant for one delivery, with the time limit that applies to it."""
    words = " ".join(stretch.of(paper.text).split())
    behind = words if limit is None else " ".join(paper.text[limit.end : stretch.end].split())
    rhythm = "semi_annual" if _WORDS.half_year.search(words) else _rhythm(behind) or _rhythm(words)
    evidence: tuple[Span, ...] = ()
    if rhythm is None and limit is not None:
        testing = frequency_of(paper, provision, stretch, ())
        rhythm = None if testing.frequency in (NOT_STATED, "at_all_times") else testing.frequency
        evidence = testing.evidence if rhythm else ()
    comes = _WORDS.comes_with.search(words) if limit is None else None
    names = _names(provision, words if comes is None else words[comes.end() :], rhythm)
    if names == (_unnamed(provision),):  # a page break may separate the time limit from what is due
        wide = paper.text[stretch.start : min(provision.body.end, stretch.end + _MAX_READ)]
        names = _names(provision, " ".join(wide.split()), rhythm)
    condition = _OPENING_CONDITION.match(words)
    return FoundCovenant(
        name=names[0],
        also=names[1:],
        kind=CovenantClass.INFORMATION,
        secondary=CovenantClass.FINANCIAL if names[0] in _CERTIFICATES else None,
        threshold=None if limit is None else " ".join(limit.of(paper.text).split()),
        frequency=rhythm or NONE,
        condition=None if condition is None else condition["when"],
        carve_outs=_exceptions(paper, provision),
        evidence=(stretch, *evidence),
    )


def _rhythm(words: str) -> str | None:
    """Return how often something is due; a quarterly report due before each Payment Date is quarterly."""
    said = rhythm_in(words)
    return rhythm_in(ON_PAYMENT_DATE.sub(" ", words)) or said if said == "on_payment_date" else said


def _names(provision: Provision, words: str, rhythm: str | None) -> tuple[str, ...]:
    """Return the names of what must be delivered, the best first."""
    words = _DELIVERED_WITH.sub("", _of_duty(words))
    titles = tuple(one for one in provision.titles[:1] if provision.is_titled(one))
    topics = topics_of(INFORMATION, (), words) or topics_of(INFORMATION, titles, "")
    if _CERTIFICATE in topics and _WORDS.beside.search(words):
        topics = (_CERTIFICATE,)  # "concurrently with its statements, a certificate" is about the certificate
    periods = _WORDS.periods.get(rhythm or "", ())
    names: list[str] = []
    if "management accounts" in words.lower():
        names += [*(f"{one} management accounts" for one in periods[:1]), "Management accounts"]
    if topics[:1] == ("statements",):
        is_plain = rhythm == "annual" and not _WORDS.audited.search(words)
        for period in (periods[:1] if is_plain else periods) or ("",):
            names += [f"{period} financial statements".strip(), f"{period} accounts".strip()]
        if _WORDS.audited.search(words):
            names += [
                f"{period} audited {one}" for period in periods[:1] for one in ("financial statements", "accounts")
            ]
    elif topics:
        names += names_of(INFORMATION, topics[:1])
    if "report" in words.lower() and "statements" in topics:
        names += [f"{one} reports" for one in periods[:1]]
    title = [one for one in titles if not is_generic(one)]
    objects = [name for paper in list(papers_in(words))[:1] for name in names_of_paper(paper, periods)]
    names = [*names, *objects, *title] if names else [*(title if _has_own_heading(provision) else ()), *objects, *title]
    return tuple(dict.fromkeys(one[:1].upper() + one[1:] for one in names if one)) or (_unnamed(provision),)


def _has_own_heading(provision: Provision) -> bool:
    """Return whether the innermost heading belongs to the provision itself."""
    return (
        bool(provision.titles) and not provision.section.id.endswith(")") and provision.is_titled(provision.titles[0])
    )


def _unnamed(provision: Provision) -> str:
    """Return the name of a delivery that nothing else names: that of its section."""
    return f"Information {provision.section.id}"
