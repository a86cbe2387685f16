"""Checks the jurisdiction of a comparison against gold: which associations may be cited, and what must be disclosed.

A wrong association or a missing disclosure fails every term. A pair of law and market that neither the contract nor
a ruling lists needs a disclosure even if gold calls it clear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loanproof.benchmarks import codes_of_law, named_associations, named_regions, region_of, regions_of
from loanproof.core import Reason
from loanproof.outputs import JurisdictionOutput
from loanproof.scoring.bmt.agreement import is_named, is_stated
from loanproof.scoring.checks import Check
from loanproof.scoring.results import CaseFinding
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.values import LAW_KIND, NO_CONTEXT, Relation, tokenize

if TYPE_CHECKING:
    from loanproof.cases import ExpectedJurisdiction
    from loanproof.outputs import BenchmarkOutput
    from loanproof.standards import EvalStandard
    from loanproof.values import Absence

UNLISTED = "A-44"
_ASSUMPTION = re.compile(
    r"\b(?:assum\w{0,8}|presum\w{0,8}|ambigu\w{0,8}|unclear|uncertain|mixed|because|reason|treated as|by default)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Jurisdiction:
    """The associations that a term may cite, and the reasons why every term fails, if there are any.

    ``names`` maps the associations of the contract and of gold to their full names.
    """

    allowed: frozenset[str]
    expected: str
    names: Mapping[str, str]
    faults: tuple[Check, ...]
    findings: tuple[CaseFinding, ...] = ()

    @property
    def associations(self) -> frozenset[str]:
        """The names that mean the benchmark in the words of a gap: the associations, by short and full name."""
        return frozenset((*self.names, *self.names.values()))


def check_jurisdiction(
    expected: ExpectedJurisdiction, given: JurisdictionOutput | None, standard: EvalStandard, *, is_applied: bool
) -> Jurisdiction:
    """Check what an output says about the jurisdiction.

    ``is_applied`` says whether a term of the output names a publication. If none does, the output may leave the
    jurisdiction open, provided that it discloses this or flags an ambiguity.
    """
    given = given or JurisdictionOutput()
    own_names = filter(None, (expected.benchmark, *expected.accept_with_disclosure))
    names = {**{name: name for name in own_names}, **standard.contract.bmt.associations}
    is_disclosed = _is_disclosed(given, names, standard.absence)
    own = _folded(expected.benchmark, names)
    others = frozenset[str]().union(*(_folded(name, names) for name in expected.accept_with_disclosure))
    chosen = _folded(given.benchmark, names) if is_named(given.benchmark, standard.absence) else None
    is_left_open = chosen is None and not is_applied and (is_disclosed or given.is_ambiguous is True)
    fault = None
    if not is_left_open:
        fault = _fault(
            expected, given, own=own, others=others, chosen=chosen, is_disclosed=is_disclosed, standard=standard
        )
    stated_otherwise = tuple(_stated_otherwise(expected, given))
    fails = standard.parameters.clarifications.qualitative_gaps  # without C-23, a wrong law or market is only a finding
    return Jurisdiction(
        allowed=own | (others if is_disclosed else frozenset()),
        expected=expected.benchmark or "not listed",
        names=names,
        faults=(*(() if fault is None else (fault,)), *(stated_otherwise if fails else ())),
        findings=() if fails else tuple(CaseFinding(code=one.code, message=one.message) for one in stated_otherwise),
    )


def association_fault(
    source: BenchmarkOutput | None, jurisdiction: Jurisdiction, standard: EvalStandard, *, is_deviation: bool
) -> Check | None:
    """Return why the publication that a term cites is wrong; a missing publication is checked elsewhere."""
    publication = None if source is None else source.publication
    if source is None or not is_named(publication, standard.absence):
        return None
    cited = _folded(publication, jurisdiction.names)
    if not cited or not cited <= jurisdiction.allowed:
        message = f"The term cites {quoted(publication)}; the benchmark of this deal is {jurisdiction.expected}."
        return Check(Label.FAIL, Reason.WRONG_ASSOCIATION, message)
    terms = standard.contract.bmt
    countable = {*terms.correct_names, *standard.parameters.bmt.correct_names_also}
    if is_deviation and cited & set(terms.associations) - countable:
        message = f"A deviation from {quoted(publication)} cannot be correct under this standard."
        return Check(Label.FAIL, Reason.WRONG_ASSOCIATION, message, ruling="A-40")
    referred = named_associations(source.reference, jurisdiction.names)
    if referred and not referred & cited and standard.parameters.clarifications.qualitative_gaps:
        message = f"The term cites {quoted(publication)}, and refers to {quoted(source.reference)}."
        return Check(Label.FAIL, Reason.WRONG_ASSOCIATION, message, ruling="C-23")
    return None


def _fault(
    expected: ExpectedJurisdiction,
    given: JurisdictionOutput,
    *,
    own: frozenset[str],
    others: frozenset[str],
    chosen: frozenset[str] | None,
    is_disclosed: bool,
    standard: EvalStandard,
) -> Check | None:
    """Return why the chosen benchmark fails every term: it is wrong, or it needs a disclosure that is missing."""
    if chosen is not None and (not chosen or not chosen <= own | others):
        right = expected.benchmark or "not listed"
        message = f"The output compares with {quoted(given.benchmark)}; the benchmark of this deal is {right}."
        return Check(Label.FAIL, Reason.WRONG_ASSOCIATION, message)
    is_alternative = chosen is not None and not chosen <= own  # accepted only with a disclosure
    if expected.ambiguous and given.is_ambiguous is False:
        return _undisclosed(expected, "says that the jurisdiction is not ambiguous")
    if expected.benchmark is None and not others and chosen is None:
        silent = expected.ambiguous and given.is_ambiguous is None and not is_disclosed
        return _undisclosed(expected, "does not flag it") if silent else None
    if is_disclosed:
        return None
    if expected.ambiguous or is_alternative or not _is_listed(expected, standard):
        return _undisclosed(expected, "discloses no assumption")
    if given.is_ambiguous is True:  # who calls it unclear may not apply a benchmark without saying why
        message = "The output calls the jurisdiction ambiguous, applies a benchmark and discloses no assumption."
        return Check(Label.FAIL, Reason.NO_DISCLOSURE, message)
    return None


def _undisclosed(expected: ExpectedJurisdiction, what: str) -> Check:
    law = expected.governing_law or "no single law"
    market = f"the {expected.market}" if expected.market else "an unknown"
    message = f"{law} in {market} market has no benchmark that goes without saying, and the output {what}."
    return Check(Label.FAIL, Reason.NO_DISCLOSURE, message[:1].upper() + message[1:], ruling=UNLISTED)


def _is_listed(expected: ExpectedJurisdiction, standard: EvalStandard) -> bool:
    """Return whether the contract or ruling A-43 lists the pair of law and market; true if one cannot be read."""
    region, codes = region_of(expected.market), codes_of_law(expected.governing_law)
    if region is None or not codes:
        return True
    rows = standard.contract.bmt.jurisdictions
    pairs = {(region_of(row.market), code) for row in rows for code in codes_of_law(row.law)}
    # The laws of A-43 share the market of the contract's APLMA row.
    asia = next((region_of(row.market) for row in rows if row.benchmark == "APLMA"), None)
    pairs |= {(asia, code) for law in standard.parameters.bmt.aplma_laws for code in codes_of_law(law)}
    return all((region, code) in pairs for code in codes)


def _is_disclosed(given: JurisdictionOutput, names: Mapping[str, str], absence: Absence) -> bool:
    """Return whether the disclosure names two candidates, or states an assumption about one."""
    text = given.disclosure or ""
    if not is_stated(text, absence):
        return False
    associations, regions = named_associations(text, names), named_regions(text)
    if len(associations) >= 2 or len(regions) >= 2:
        return True
    is_about_one = associations or regions or LAW_KIND.find(tokenize(text), NO_CONTEXT)
    return bool(is_about_one) and _ASSUMPTION.search(text) is not None


def _folded(name: str | None, names: Mapping[str, str]) -> frozenset[str]:
    """Return the associations that a name means; a name that is none of them is returned itself, folded."""
    if name is None:
        return frozenset()
    return named_associations(name, names) or frozenset({" ".join(name.casefold().split())})


def _stated_otherwise(expected: ExpectedJurisdiction, given: JurisdictionOutput) -> Iterator[Check]:
    """Yield a check if the output states a different law or market from gold (C-23).

    What cannot be read is not checked. Neither is the market of an ambiguous deal, since that is what is ambiguous.
    """
    if expected.governing_law is not None and given.governing_law is not None and codes_of_law(given.governing_law):
        comparison = LAW_KIND.compare_texts(expected.governing_law, given.governing_law)
        # The output may name further laws, for instance that of the security.
        is_named_too = codes_of_law(expected.governing_law) & codes_of_law(given.governing_law)
        if comparison.relation is Relation.DIFFERENT and not is_named_too:
            message = f"The deal is under {expected.governing_law}; the output says {quoted(given.governing_law)}."
            yield Check(Label.FAIL, Reason.LAW_DIFFERS, message, ruling="C-23")
    regions, stated = regions_of(expected.market), regions_of(given.market)
    if regions and stated and not regions & stated and not expected.ambiguous:
        message = f"The deal belongs to the {expected.market} market; the output says {quoted(given.market)}."
        yield Check(Label.FAIL, Reason.MARKET_DIFFERS, message, ruling="C-23")
