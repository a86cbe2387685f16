"""What a benchmark-terms case expects: the jurisdiction, and a finding for each term."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from loanproof.cases.written import Confirmable, ExpectedCitation, Many, Text
from loanproof.core import Exact, FileModel, Flag


class TermFinding(StrEnum):
    """How a deal term compares with its benchmark."""

    DEVIATION = "deviation"
    CONFORMS = "conforms"
    NOT_COMPARABLE = "not_comparable"


class GapBasis(StrEnum):
    """The point of the benchmark that a gap is measured from."""

    POINT = "point"
    NEAREST_BOUND = "nearest_bound"
    MIDPOINT = "midpoint"


class ExpectedJurisdiction(Confirmable):
    """The law and market of the deal, the association to compare with, and those acceptable with a disclosure.

    ``governing_law`` is null if none is stated, ``benchmark`` if the right answer is that none is listed.
    """

    governing_law: Text | None
    market: Text | None = None
    ambiguous: Flag = False
    benchmark: Text | None
    accept_with_disclosure: Many[Text] = ()


class ExpectedGap(FileModel):
    """How far the deal is from the benchmark, in exactly one unit."""

    bps: Exact | None = None
    percentage_points: Exact | None = None
    days: Exact | None = None
    text: Text | None = None


class ExpectedTerm(Confirmable):
    """One term: an id of the benchmark library, or any other slug."""

    term: Text = Field(pattern=r"^[a-z0-9]+([_-][a-z0-9]+)*$")
    finding: TermFinding
    deal_value: Text | None = None
    benchmark_value: Text | None = None
    gap_basis: GapBasis = GapBasis.POINT
    gap: ExpectedGap | None = None
    reference: Text | None = None
    citations: Many[ExpectedCitation] = ()


class BmtExpected(FileModel):
    """The expected answer of a benchmark-terms case."""

    jurisdiction: ExpectedJurisdiction
    terms: Many[ExpectedTerm] = ()
