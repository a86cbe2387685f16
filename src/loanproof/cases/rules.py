"""What a case must not say: contradictions beyond its keys and types."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import PurePosixPath

from loanproof.cases.bmt import BmtExpected, TermFinding
from loanproof.cases.case import BmtCase, Case, CovenantsCase, DocumentCase, ExtractionCase, QaCase
from loanproof.cases.citations import KeyPath, list_citations
from loanproof.cases.covenants import PER_AGREEMENT, CovenantsExpected, ExpectedCovenant, ExpectedCrossDefault
from loanproof.cases.extraction_rules import check_extraction
from loanproof.cases.faults import Fault, day_of, is_date
from loanproof.cases.qa import QaExpected
from loanproof.core import is_id
from loanproof.standards import EvalStandard

ID_HINT = "Use letters, digits and . _ : + -, at most 128 of them."


def check_case(case: Case, standard: EvalStandard) -> Iterator[Fault]:
    """Yield every contradiction inside a case, with its place; the documents themselves are not checked."""
    if not is_id(case.id):
        yield Fault(place=("id",), message=f"{case.id[:60]!r} cannot be an id.", hint=ID_HINT)
    yield from _check_blanks(case.model_dump(mode="json", by_alias=True), ())
    if isinstance(case, DocumentCase):
        yield from _check_documents(case)
    match case:
        case ExtractionCase():
            yield from check_extraction(case.expected, standard)
        case CovenantsCase():
            yield from _check_covenants(case.expected)
        case BmtCase():
            yield from _check_terms(case.expected)
        case QaCase():
            yield from _check_question(case.expected)


def is_inside(name: str) -> bool:
    """Return whether a file name stays inside its folder: relative, without ``..`` and drive letters."""
    path = PurePosixPath(name.replace("\\", "/"))
    return not path.is_absolute() and ".." not in path.parts and ":" not in name and "\0" not in name


def _check_blanks(data: object, place: KeyPath) -> Iterator[Fault]:
    """Yield every blank text of a case, except notes."""
    if isinstance(data, str) and data and not data.strip():
        hint = "Write it, or leave the key out."
        yield Fault(place=place, message=f"{'.'.join(map(str, place))} is blank.", hint=hint)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _check_blanks(value, (*place, key)) if key != "notes" else ()
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _check_blanks(value, (*place, at))


def _check_documents(case: DocumentCase) -> Iterator[Fault]:
    if (case.document is None) == (not case.documents):
        hint = "Write document: NAME, or documents: [NAME, …]."
        yield Fault(place=(), message="a case has either a document or documents.", hint=hint)
        return
    for at, name in enumerate(case.document_names):
        place: KeyPath = ("document",) if case.document is not None else ("documents", at)
        if not is_inside(name):
            yield Fault(place=place, message=f"{name[:60]!r} leads out of the folder of documents.")
        elif name in case.document_names[:at]:
            yield Fault(place=place, message=f"{name[:60]!r} is listed twice.")
    for place, citation in list_citations(case):
        if citation.document is not None and citation.document not in case.document_names:
            message = f"{citation.document[:60]!r} is not a document of this case."
            yield Fault(place=(*place, "document"), message=message, hint="Add it to documents.")


def _check_covenants(expected: CovenantsExpected) -> Iterator[Fault]:
    if not expected.covenants and expected.flags is None and not expected.exhaustive:
        yield Fault(place=("expected",), message="nothing is expected: there are no covenants and no flags.")
    names: set[str] = set()
    for at, covenant in enumerate(expected.covenants):
        place: KeyPath = ("expected", "covenants", at)
        if covenant.name.casefold() in names:
            yield Fault(place=(*place, "name"), message=f"the covenant {covenant.name[:60]!r} appears twice.")
        names.add(covenant.name.casefold())
        if covenant.effective_date != PER_AGREEMENT and not is_date(covenant.effective_date):
            message = f"{covenant.effective_date[:60]!r} is neither a date nor {PER_AGREEMENT}."
            yield Fault(place=(*place, "effective_date"), message=message)
        waiver = covenant.waiver
        if waiver is not None and not waiver.all_test_dates and (waiver.period is None or waiver.period.to is None):
            message = "a waiver needs a period with its end, or test_dates."
            yield Fault(place=(*place, "waiver"), message=message)
        yield from _check_days(place, covenant)
        yield from _check_cross_default(covenant.cross_default, (*place, "cross_default"))
    if expected.flags is not None:
        yield from _check_cross_default(expected.flags.cross_default, ("expected", "flags", "cross_default"))


def _check_days(place: KeyPath, covenant: ExpectedCovenant) -> Iterator[Fault]:
    """Check that steps have a day and do not overlap, and that neither they nor waivers end before they begin."""
    for at, step in enumerate(covenant.steps):
        if step.from_ is None and step.to is None:
            hint = "Write from, to or both; the document may give only one of them."
            yield Fault(
                place=(*place, "steps", at), message="a step has the day on which it begins or ends.", hint=hint
            )
    spans = [((*place, "steps", at), step.from_, step.to) for at, step in enumerate(covenant.steps)]
    period = None if covenant.waiver is None else covenant.waiver.period
    owners = [*spans, *([] if period is None else [((*place, "waiver", "period"), period.from_, period.to)])]
    for owner, start, end in owners:
        first, last = day_of(start), day_of(end)
        if first is not None and last is not None and last < first:
            message = f"it ends on {end} before it begins on {start}."
            yield Fault(place=(*owner, "to"), message=message, hint="Exchange the two days.")
    for (_, start, end), (owner, following, _) in pairwise(sorted(spans, key=_by_first_day)):
        last, first = day_of(end) or day_of(start), day_of(following)
        if last is not None and first is not None and first <= last:
            message = f"the step from {following} begins before the step {_span_words(start, end)} has ended."
            yield Fault(place=(*owner, "from"), message=message, hint="Let each step begin after the end of the last.")


def _by_first_day(span: tuple[KeyPath, str | None, str | None]) -> date:
    return day_of(span[1]) or day_of(span[2]) or date.max


def _span_words(start: str | None, end: str | None) -> str:
    return f"to {end}" if start is None else f"from {start}"


def _check_cross_default(flag: ExpectedCrossDefault | None, place: KeyPath) -> Iterator[Fault]:
    if flag is None:
        return
    if flag.present and flag.kind is None:
        hint = "Write cross_payment_default, cross_default or cross_acceleration."
        yield Fault(place=place, message="a cross-default that is present has a kind.", hint=hint)
    if not flag.present and (flag.kind is not None or flag.threshold is not None or flag.thresholds):
        yield Fault(place=place, message="a cross-default that is not present has neither a kind nor a threshold.")


def _check_terms(expected: BmtExpected) -> Iterator[Fault]:
    if not expected.terms:
        yield Fault(place=("expected",), message="nothing is expected: there are no terms.")
    if expected.jurisdiction.benchmark is None and not expected.jurisdiction.ambiguous:
        message = "a jurisdiction without a benchmark is ambiguous."
        yield Fault(place=("expected", "jurisdiction"), message=message, hint="Write ambiguous: true.")
    seen: set[str] = set()
    for at, term in enumerate(expected.terms):
        place: KeyPath = ("expected", "terms", at)
        if term.term in seen:
            yield Fault(place=(*place, "term"), message=f"the term {term.term[:60]!r} appears twice.")
        seen.add(term.term)
        if term.gap is not None and len(term.gap.model_dump(exclude_none=True)) != 1:
            message = "a gap has exactly one of bps, percentage_points, days and text."
            yield Fault(place=(*place, "gap"), message=message)
        if term.finding is TermFinding.DEVIATION and term.gap is None:
            yield Fault(place=place, message="a deviation has a gap.")
        if term.finding is not TermFinding.NOT_COMPARABLE and term.benchmark_value is None:
            message = "a term that is compared has a benchmark_value."
            yield Fault(place=place, message=message, hint="Write finding: not_comparable if there is none.")


def _check_question(expected: QaExpected) -> Iterator[Fault]:
    if expected.answerable and not expected.facts and not expected.qualified:
        message = "a question that can be answered has facts."
        yield Fault(place=("expected",), message=message, hint="Write answerable: false if it cannot.")
    if not expected.answerable:
        if expected.topic is None:
            yield Fault(place=("expected",), message="a question that cannot be answered has a topic.")
        if expected.facts:
            message = "a question that cannot be answered has no facts."
            yield Fault(place=("expected", "facts"), message=message)
    if expected.refuse and not expected.answerable:
        message = "refuse is for a question of which a part can be answered."
        yield Fault(place=("expected", "refuse"), message=message, hint="Write topic instead.")
    if expected.synthesis and len(expected.citations) < 2:
        message = "an answer that joins several places has at least two citations."
        yield Fault(place=("expected", "synthesis"), message=message)
