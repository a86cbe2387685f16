"""The facts of a question case: in its quotes if it can be answered, absent from the documents if it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof.cases.linting.case_under_check import claim_of_words
from loanproof.cases.linting.question_words import check_forbidden, check_said
from loanproof.provenance import claim_of_text
from loanproof.statements import stated_in
from loanproof.values import NUMBER_KIND, PLAIN_TEXT_KIND, candidates_of, same_typography

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.qa import AnyOf, QaExpected

_ROOT: KeyPath = ("expected",)
_IF_COMPUTED = (
    "Quote the passage that does; what is computed from the quotes (a sum, a day) belongs under derivable too."
)


def check_question(expected: QaExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Yield the problems of what a question case expects."""
    if not expected.answerable:
        yield from _check_unanswerable(expected, subject)
        return
    if not expected.citations:
        yield subject.error(_ROOT, "there is no citation; a question that can be answered needs one.")
    elif not subject.is_faulty((*_ROOT, "citations")):
        for at, fact in enumerate(expected.facts):
            yield from _check_fact((*_ROOT, "facts", at), fact, expected, subject)
            yield from check_said((*_ROOT, "facts", at), fact, expected, subject)
    yield from check_forbidden(expected, subject)
    for at, hedge in enumerate(expected.qualified):
        if not subject.cache.holds_words(hedge):
            yield subject.warning((*_ROOT, "qualified", at), f"“{hedge[:80]}” does not appear in the documents.")


def _check_fact(place: KeyPath, fact: AnyOf, expected: QaExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that a form of a fact is in the quotes or derivable; without a figure or name it is a warning."""
    for form in fact.any:
        derivable = any(same_typography(form, other) for other in expected.derivable)
        if derivable or not subject.missing(claim_of_words(form, subject.context), expected.citations):
            return
    if any(_counts(form, expected, subject) or _says(form, expected) for form in fact.any):
        return
    shown = fact.any[0][:80]
    if any(claim_of_text(form).parts for form in fact.any):
        yield subject.error(place, f"none of your quotes shows “{shown}” in any of its forms.", hint=_IF_COMPUTED)
    else:
        yield subject.warning(place, f"the words “{shown}” appear in no quote.")


def _counts(form: str, expected: QaExpected, subject: CaseUnderCheck) -> bool:
    """Return whether a form is a bare number that a quote has in words or figures: ``7`` for ``seven (7)``."""
    numbers = {NUMBER_KIND.canonical(one) for one in candidates_of(NUMBER_KIND.read(form, subject.context))}
    quotes = (stated_in(one.quote, subject.context) for one in expected.citations)
    return any(number in numbers for quote in quotes for number, _ in quote.numbers)


def _says(form: str, expected: QaExpected) -> bool:
    """Return whether a quote contains the words of a form, however short: ``twice``, ``HIBOR``."""
    words = f" {PLAIN_TEXT_KIND.canonical(form)} "
    return any(words in f" {PLAIN_TEXT_KIND.canonical(one.quote)} " for one in expected.citations)


def _check_unanswerable(expected: QaExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that an unanswerable topic is absent: a value in the documents may be the answer."""
    for at, forbidden in enumerate(expected.forbidden):
        for form in forbidden.any:
            if all(subject.cache.holds(part) for part in claim_of_words(form, subject.context).parts):
                message = f"the question cannot be answered, but “{form[:80]}” is in the documents."
                yield subject.error((*_ROOT, "forbidden", at), message)
                break
