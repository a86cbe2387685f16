"""What a question case says about its facts must match its quotes (C-21), and no fact may be forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.provenance import claim_of_text
from loanproof.statements import bound_against, value_contradictions
from loanproof.values import Period, same_typography

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.case_under_check import CaseUnderCheck
    from loanproof.cases.linting.report import LintProblem
    from loanproof.cases.qa import AnyOf, QaExpected
    from loanproof.values import Part

_ROOT: KeyPath = ("expected",)
_AS_QUOTED = "Write what the quote says, or quote the passage that says it."


def check_said(place: KeyPath, fact: AnyOf, expected: QaExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that the quote says about a fact what its keys, and the words of its forms, say."""
    if not subject.cache.standard.parameters.clarifications.statements:
        return
    quotes = [one.quote for one in expected.citations]
    for form in fact.any:
        operator = fact.comparator
        words = None if operator is None else bound_against(operator, form, quotes, subject.context)
        if words is not None:
            message = f"the comparator is {fact.comparator}, but the quote says “{words[:80]}” of “{form[:80]}”."
            yield subject.error((*place, "comparator"), message, hint=_AS_QUOTED)
            return
    for at, form in enumerate(fact.any):
        for key, text in (*_keyed(fact, form), (None, form)):
            found = next(value_contradictions(text, "", quotes, subject.context), None)
            if found is None:
                continue
            message = f"“{text[:80]}”: the quote says “{found.source[:80]}”, not “{found.given[:80]}”."
            if key is None:  # a form may use unforeseen wording
                yield subject.warning((*place, "any", at), message, hint=_AS_QUOTED)
            else:
                yield subject.error((*place, key), message, hint=_AS_QUOTED)
            return


def _keyed(fact: AnyOf, form: str) -> Iterator[tuple[str, str]]:
    """Yield each key of a fact that says something about it, with the form in the words of that key."""
    if fact.per is not None:
        yield "per", f"{form} {'flat' if fact.per is Period.FLAT else f'per {fact.per.value}'}"
    if fact.of is not None:
        yield "of", f"{form} of {fact.of}"
    if fact.subject is not None:
        yield "subject", f"{fact.subject} {form}"


def check_forbidden(expected: QaExpected, subject: CaseUnderCheck) -> Iterator[LintProblem]:
    """Check that no required value is also forbidden, unless something else is said about it."""
    for at, forbidden in enumerate(expected.forbidden):
        pairs = ((form, fact) for form in forbidden.any for fact in expected.facts if _says_the_same(forbidden, fact))
        for form, fact in pairs:
            if any(_is_one(form, other, subject) for other in fact.any):
                hint = "Forbid another value, or say with comparator, per, of or subject what would be wrong about it."
                place = (*_ROOT, "forbidden", at)
                yield subject.error(place, f"“{form[:80]}” is forbidden, and it is a fact.", hint=hint)
                break


def _says_the_same(one: AnyOf, other: AnyOf) -> bool:
    return (one.comparator, one.per, one.of, one.subject) == (other.comparator, other.per, other.of, other.subject)


def _is_one(forbidden: str, form: str, subject: CaseUnderCheck) -> bool:
    """Return whether two forms are the same value with nothing else said about it."""
    if same_typography(forbidden, form):
        return True
    parts = [claim_of_text(text, context=subject.context).parts for text in (forbidden, form)]
    bare = [own[0] for own, text in zip(parts, (forbidden, form), strict=True) if _is_bare(own, text)]
    return len(bare) == len(parts) and bare[0].kind is bare[1].kind and bare[0].compare(bare[1]).relation.agrees


def _is_bare(parts: Sequence[Part[Any]], text: str) -> bool:
    return len(parts) == 1 and same_typography(parts[0].written, text)
