"""One case under the linter: adds file and line to its problems, and checks its quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loanproof.cases.linting.report import LintProblem, Severity
from loanproof.core import Problem, Reason, place_words
from loanproof.provenance import Claim, claim_of_text
from loanproof.values import CLAUSE_KIND, FACILITY_TYPE_KIND, PLAIN_TEXT_KIND, REPAYMENT_KIND, Clause, parts_of

if TYPE_CHECKING:
    from loanproof.cases.citations import KeyPath
    from loanproof.cases.linting.library import DocumentCache
    from loanproof.cases.suite import LocatedCase
    from loanproof.cases.written import ExpectedCitation
    from loanproof.values import Context, Part

_CLASS_WORDS = {
    "amortising": "that the loan is repaid in instalments",
    "bullet": "that the loan is repaid in one amount at the end",
}
_CLAUSE_WORDS = {
    Clause.MATERIAL_ADVERSE_CHANGE: "a material adverse change or effect "
    "(or a deterioration that puts the debt at risk)",
    Clause.NEGATIVE_PLEDGE: "that somebody must not create or permit security (a lien, mortgage, pledge, charge or "
    "encumbrance): the bar is often in the opening of a list, which belongs into the quote",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseUnderCheck:
    """A case and its documents. ``faulty`` are the places of citations that are not in order."""

    located: LocatedCase
    cache: DocumentCache
    faulty: frozenset[KeyPath] = frozenset()

    @property
    def context(self) -> Context:
        """The notation of the analysed document."""
        return self.cache.context

    def error(self, place: KeyPath, message: str, *, hint: str | None = None) -> LintProblem:
        """Return an error at a place of the case; the hint says what to do."""
        return self._problem(Severity.ERROR, place, message, hint)

    def warning(self, place: KeyPath, message: str, *, hint: str | None = None) -> LintProblem:
        """Return a warning at a place of the case; the hint says what to do."""
        return self._problem(Severity.WARNING, place, message, hint)

    def _problem(self, severity: Severity, place: KeyPath, message: str, hint: str | None) -> LintProblem:
        name = place_words(place[1:])
        words = f"{self.located.case.id}: {name}: {message}" if name else f"{self.located.case.id}: {message}"
        told = self._confirmed(place) if severity is Severity.ERROR else None
        if told is not None:
            severity, hint = Severity.CONFIRMED, None  # a person has already confirmed it
            words = f"{words} Confirmed by {told['by']}: {told['reason']}"
        problem = Problem(message=words, file=self.located.file, line=self.located.line_of(place), hint=hint)
        return LintProblem(severity=severity, problem=problem, case_id=self.located.case.id)

    def _confirmed(self, place: KeyPath) -> Mapping[str, object] | None:
        """Return who confirmed the part at a place, or any part that contains it."""
        found, data = None, self.located.source.data
        for step in place:
            if isinstance(data, dict):
                data = data.get(str(step))
            elif isinstance(data, list) and isinstance(step, int) and step < len(data):
                data = data[step]
            else:
                break
            told = data.get("confirmed") if isinstance(data, dict) else None
            found = told if isinstance(told, dict) else found
        return found

    def is_faulty(self, owner: KeyPath) -> bool:
        """Return whether a citation under a place is not in order; its support is then not checked."""
        return any(place[: len(owner)] == owner for place in self.faulty)

    def missing(self, claim: Claim, citations: Sequence[ExpectedCitation]) -> tuple[Part[Any], ...]:
        """Return the parts of a claim that none of the quotes supports."""
        supported = {at for expected in citations for at in self.cache.assess(expected.citation, claim).supported}
        return tuple(part for at, part in enumerate(claim.parts) if at not in supported)

    def check_support(
        self, owner: KeyPath, place: KeyPath, claim: Claim, citations: Sequence[ExpectedCitation]
    ) -> Iterator[LintProblem]:
        """Yield what is wrong with the quotes of a value: none at all, none that supports it, or the bare value.

        ``owner`` is the place of the part whose citations they are, ``place`` that of the value itself.
        """
        if not claim.parts or self.is_faulty(owner):
            return
        if not citations:
            yield self.error(place, "the value has no citation.")
            return
        missing = self.missing(claim, citations)
        if missing:
            assessed = (self.cache.assess(expected.citation, claim) for expected in citations)
            tied = next((one.sentence for one in assessed if one.reason is Reason.QUOTE_OTHER_TERM), None)
            yield self.error(place, tied or say_missing(missing))
        for at, expected in enumerate(citations):
            if not missing and self._is_narrow(claim, expected):
                words = "the quote is the bare value, which appears more than once on its page."
                yield self.warning((*owner, "citations", at, "quote"), words)

    def _is_narrow(self, claim: Claim, expected: ExpectedCitation) -> bool:
        return self.cache.assess(expected.citation, claim).reason is Reason.NOT_SUFFICIENT


def say_missing(missing: Sequence[Part[Any]]) -> str:
    """Return the sentence for parts that no quote supports: a class or a yes rests on words that mean it."""
    shown = "; ".join(part.written[:80] for part in missing[:3])
    kind = missing[0].kind
    if kind in (CLAUSE_KIND, FACILITY_TYPE_KIND, REPAYMENT_KIND):
        said = _CLAUSE_WORDS[missing[0].candidates[0]] if kind is CLAUSE_KIND else _CLASS_WORDS.get(shown, f"“{shown}”")
        otherwise = "if it says so in words of its own, put them under surfaces"
        return f"none of your quotes shows {said}. Quote the passage that does; {otherwise}."
    return f"none of your quotes shows “{shown}”. Quote the passage that does."


def claim_of_words(text: str, context: Context) -> Claim:
    """Return the claim of a threshold, deal value or fact: its figures and names, or else its words."""
    claim = claim_of_text(text, context=context)
    return claim if claim.parts else Claim(parts=parts_of(PLAIN_TEXT_KIND, text))
