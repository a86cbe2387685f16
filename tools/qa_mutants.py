"""Right answers to questions, each with one part of what it says about a fact changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.conformance.test_statements import ANSWERS, case_of, scored
from tests.conformance.test_statements import Said as SaidAnswer
from tests.conformance.vectors import SECOND_REVISION, Vector, build, case_from, contract_of, load_vectors

from loanproof.cases import QaCase
from loanproof.core import Capability, Reason, Span, load_yaml
from loanproof.documents import load_document
from loanproof.outputs import QaOutput, parse_output
from loanproof.provenance import DocumentSet
from loanproof.scoring import score_qa
from loanproof.statements import (
    Names,
    Polarity,
    Said,
    StatedText,
    Statement,
    base_named,
    read_statement,
    stated_in,
    subjects_named,
)
from loanproof.values import DATE_KIND, DURATION_KIND, MONEY_KIND, PERCENTAGE_KIND, Context, Operator
from tools.mutants import Mutant
from tools.perfect_outputs import perfect_output

if TYPE_CHECKING:
    from loanproof.cases import AnyOf
    from loanproof.scoring import ItemScore

ROOT = Path(__file__).parent.parent
STARTER = ROOT / "src" / "loanproof" / "cases" / "starter"
REAL = ROOT.parent / "shared" / "real-suites"
_REASONS = {
    "comparator": {Reason.DIRECTION_TURNED},
    "polarity": {Reason.FACT_DENIED},
    "period": {Reason.PERIOD_DIFFERS},
    "base": {Reason.BASE_DIFFERS},
    "subject": {Reason.SUBJECT_EXCHANGED},
    "role": {Reason.SUBJECT_EXCHANGED},
    "alternative": {Reason.ALTERNATIVES_GIVEN},
    "value": {Reason.FACT_MISSING, Reason.VALUE_NOT_IN_DOCUMENT, Reason.VAGUE_ANSWER},
}
_TURNED = {
    Operator.AT_LEAST: "at most",
    Operator.ABOVE: "less than",
    Operator.AT_MOST: "at least",
    Operator.BELOW: "more than",
}
_TURNED_DATES = {
    Operator.AT_LEAST: "before",
    Operator.ABOVE: "before",
    Operator.AT_MOST: "after",
    Operator.BELOW: "after",
}
_OTHER_TERMS = {
    "fees": ("agency fee", "exit fee"),
    "dates": ("long stop date", "signing date"),
    "facilities": ("Facility Z", "Facility Y"),
    "loans": ("eurodollar loans", "euribor loans"),
    "reference rates": ("TIBOR", "HIBOR"),
    "ratios": ("Interest Cover", "Leverage"),
}
_OTHER_BASES = ("turnover", "net worth")
_EXTREMES = {"maximum": "minimum", "minimum": "maximum"}
_NEGATED = re.compile(r"\b(?:not|no)\b")
_BEHIND = {
    Operator.AT_LEAST: "or less",
    Operator.AT_MOST: "or more",
    Operator.ABOVE: "or less",
    Operator.BELOW: "or more",
}
_BEHIND_DATES = {Operator.AT_LEAST: "at the latest", Operator.AT_MOST: "at the earliest"}
# A "but" that is an aside ("can, but is not obliged to, cancel") begins no clause of the value.
_BEFORE_CLAUSES = re.compile(r"[.;:] |\b(?:but|namely|precisely,) (?!(?:is|are) not\b)")
_TYPED = (DATE_KIND, DURATION_KIND, MONEY_KIND, PERCENTAGE_KIND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """A right answer: its case, its text, and what scores another text in its place."""

    id: str
    case: QaCase
    answer: str
    score: Callable[[str], ItemScore]


def qa_mutants() -> Iterator[Mutant]:
    """Yield every mutant of every right answer at hand."""
    for right in right_answers():
        yield from mutants_of(right)


def right_answers() -> Iterator[Right]:
    """Yield the right answers of the starter suite, the vectors, and the real suites where they are kept."""
    yield from _of_suite(STARTER)
    for said in ANSWERS:
        if said.reason is None:
            yield Right(
                id=f"{said.row['id']}: {said.answer}",
                case=case_of(said.row),
                answer=said.answer,
                score=partial(_rescored, said),
            )
    for vector in load_vectors("qa_[!f]*.yaml"):
        yield from _of_vector(vector)
    if not REAL.is_dir():
        print("NOT TRIED: the real suites are not here.")
    for suite in sorted(path.parent for path in REAL.glob("*/suite.yaml")):
        yield from _of_suite(suite)


def _rescored(said: SaidAnswer, answer: str) -> ItemScore:
    return scored(said._replace(answer=answer))


def _of_vector(vector: Vector) -> Iterator[Right]:
    """Yield the answer of a vector whose question can be answered; which of them are right is seen by scoring."""
    with TemporaryDirectory() as folder:
        built = build(vector, Path(folder), contract_of(SECOND_REVISION))
    case, output = built.case, built.output
    assert isinstance(case, QaCase)
    assert isinstance(output, QaOutput)
    if case.expected.answerable and output.answer:
        score = partial(_answered, case, output, built.documents)
        yield Right(id=vector.id, case=case, answer=output.answer, score=score)


def _answered(case: QaCase, output: QaOutput, documents: DocumentSet, answer: str) -> ItemScore:
    given = replace(output, answer=answer)
    return score_qa(case, given, documents=documents, standard=contract_of(SECOND_REVISION)).items[0]


def _of_suite(folder: Path) -> Iterator[Right]:
    standard = contract_of(SECOND_REVISION)
    documents: dict[tuple[str, ...], DocumentSet] = {}
    data: Any = load_yaml(folder / "cases" / "qa.yaml").data
    for one in data:
        case = case_from(one, name=str(one["id"]))
        assert isinstance(case, QaCase)
        if not case.expected.answerable:
            continue
        if case.document_names not in documents:
            read = [load_document(folder / "documents" / name) for name in case.document_names]
            documents[case.document_names] = DocumentSet(read, standard)
        output = perfect_output(one)
        given = parse_output(json.dumps(output), Capability.QA)
        assert isinstance(given, QaOutput)
        score = partial(_answered, case, given, documents[case.document_names])
        yield Right(id=f"{folder.name}/{case.id}", case=case, answer=str(output["answer"]), score=score)


def mutants_of(right: Right) -> Iterator[Mutant]:
    """Yield the mutants of an answer: for each typed fact that it states once, each part that its source says."""
    if right.score(right.answer).label.is_wrong:  # citations of a vector may not carry it
        return
    answer = stated_in(right.answer, Context())
    quotes = [stated_in(one.quote, Context()) for one in right.case.expected.citations]
    for number, fact in enumerate(right.case.expected.facts):
        here = _statements(answer, fact)
        if len(here) != 1 or here[0].kind not in _TYPED or here[0].polarity is not Polarity.STATED:
            continue
        source = [one for quote in quotes for one in _statements(quote, fact)]
        for part, text in _changed(answer, here[0], source):
            yield Mutant(
                id=f"{right.id} [{number}] {part}",
                capability=Capability.QA,
                part=part,
                text=text,
                reasons=frozenset(_REASONS[part]),
                score=partial(right.score, text),
            )


def _statements(text: StatedText, fact: AnyOf) -> list[Statement]:
    forms = [stated_in(form, Context()).values for form in fact.any]
    wanted = [values[0].part for values in forms if len(values) == 1]
    spans = [one.span for one in text.values if any(part.compare(one.part).relation.agrees for part in wanted)]
    return [read_statement(text, span) for span in spans]


def _changed(answer: StatedText, one: Statement, source: list[Statement]) -> Iterator[tuple[str, str]]:
    """Yield each part of a statement that its source says, with the answer in which that part is another."""
    text, span = answer.text, one.span
    written = span.of(text)
    if one.bound is not None and not one.bound.is_turned and any(other.bound is not None for other in source):
        is_behind = text.find(one.bound.words, span.end, span.end + len(one.bound.words) + 2) > 0
        before, behind = (_TURNED_DATES, _BEHIND_DATES) if one.kind is DATE_KIND else (_TURNED, _BEHIND)
        words = _EXTREMES.get(one.bound.words.lower()) or (behind if is_behind else before).get(one.bound.means)
        # "no answer within ten days" and "no answer after ten days" are one case
        is_undone = one.bound.words == "within" and _NEGATED.search(text, _clause_start(text, span), span.start)
        if words is not None and not is_undone:
            yield from _replaced("comparator", text, one.bound.words, words, span)
    start = _clause_start(text, span)
    first = text[start].lower() if text[start + 1 : start + 2].islower() else text[start]
    opening = "It" if start == 0 or text[start - 2] == "." else "it"
    yield "polarity", f"{text[:start]}{opening} is not true that {first}{text[start + 1 :]}"
    if one.kind in (MONEY_KIND, PERCENTAGE_KIND) and source and not any(other.recurs for other in source):
        if one.per is None:
            yield "period", f"{text[: span.end]} per month{text[span.end :]}"
        elif one.per.words in text and one.per.means not in ("month", "flat"):
            yield "period", text.replace(one.per.words, "per month")
    if one.of is not None and one.of.means and any(other.of is not None and other.of.means for other in source):
        named = frozenset().union(*(other.of.means for other in source if other.of is not None))
        yield from _replaced("base", text, one.of.words, _other(_OTHER_BASES, named, base_named), span)
    for group, said in one.subjects.items():
        known = [other.around[group].means for other in source if group in other.around]
        if known:
            term = _other(_OTHER_TERMS[group], frozenset().union(*known), partial(_term_named, group))
            yield from _replaced("subject", text, said.words, term, span)
    if one.giver is not None and any(other.giver is not None and other.act == one.act for other in source):
        yield from _replaced("role", text, one.giver.words, "Arranger", span)
    figure = _figure(text, span, one)
    if figure is not None and "(" not in written:  # words beside figures would contradict them
        other = str(int(text[figure]) % 9 + 1)
        changed = text[span.start : figure] + other + text[figure + 1 : span.end]
        yield "value", text[: span.start] + changed + text[span.end :]
        yield "alternative", f"{text[: span.end]} or {changed}{text[span.end :]}"


def _clause_start(text: str, span: Span) -> int:
    """Return where the clause that states a value begins: a denial further in front would not reach the value."""
    ends = (found.end() for found in _BEFORE_CLAUSES.finditer(text, 0, span.start))
    return max(ends, default=0)


def _figure(text: str, span: Span, one: Statement) -> int | None:
    """Return where the figure is that makes another value: of a date the last of its year, else the first."""
    if one.kind is DATE_KIND:
        year = re.compile(r"(?:19|20)[0-9][0-9]").search(text, span.start, span.end)
        return None if year is None else year.end() - 1
    return next((at for at in range(span.start, span.end) if text[at] in "123456789"), None)


def _term_named(group: str, name: str) -> Said[Names] | None:
    return subjects_named(name).get(group)


def _other(names: Sequence[str], known: Names, read: Callable[[str], Said[Names] | None]) -> str:
    """Return the first name that means nothing of what is known."""
    means = ((name, read(name)) for name in names)
    return next(name for name, said in means if said is None or not said.means & known)


def _replaced(part: str, text: str, words: str, by: str, span: Span) -> Iterator[tuple[str, str]]:
    """Yield a text with words replaced that appear once, outside the value."""
    outside = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    if outside.count(words) == 1:
        at = outside.index(words)
        yield part, text[:at] + (by[0].upper() + by[1:] if words[0].isupper() else by) + text[at + len(words) :]
