"""Which association a deal is compared with: the table of governing law and market, as data with one lookup."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from loanproof.benchmarks.markets import region_of
from loanproof.core import FileModel, Flag, FormatError, parse_yaml, validate_yaml
from loanproof.values import LAW_KIND, candidates_of

_FILE = "jurisdictions.yaml"
_ANY = "any"


class JurisdictionRow(FileModel):
    """One row: the laws, the markets, and the association.

    Attributes:
        laws: Names of laws; those in one row are treated alike.
        markets: Names of regions, or ``any``.
        expected: The association that applies; null if none does by default.
        accepted: Associations that a disclosure makes acceptable.
        flagged: The ambiguity must be flagged.
        disclosed: Even the expected association needs a note.
    """

    laws: tuple[str, ...]
    markets: tuple[str, ...]
    expected: str | None
    accepted: tuple[str, ...] = ()
    flagged: Flag = False
    disclosed: Flag = False


class _JurisdictionFile(FileModel):
    rows: tuple[JurisdictionRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicable:
    """The result for one deal.

    Attributes:
        expected: The association to compare with; ``None`` if no benchmark is listed.
        accepted_with_disclosure: Further associations that a disclosure makes acceptable.
        is_flagged: Whether the jurisdiction is ambiguous and must be flagged.
        needs_disclosure: Whether any comparison must state its assumption.
    """

    expected: str | None
    accepted_with_disclosure: tuple[str, ...] = ()
    is_flagged: bool = False
    needs_disclosure: bool = False


UNLISTED = Applicable(expected=None, is_flagged=True, needs_disclosure=True)
"""The answer for a pair that no row names: flag it and apply nothing by default."""


@cache
def load_jurisdictions() -> tuple[JurisdictionRow, ...]:
    """Return the rows of the shipped table in order; an unreadable law or market is a :class:`FormatError`."""
    source = parse_yaml((files("loanproof.benchmarks") / "data" / _FILE).read_bytes(), file=_FILE)
    rows = validate_yaml(_JurisdictionFile, source).rows
    for at, row in enumerate(rows):
        unknown = [law for law in row.laws if not codes_of_law(law)]
        unknown += [market for market in row.markets if market != _ANY and region_of(market) is None]
        if unknown:
            line = source.line_of(("rows", at))
            raise FormatError(f"{unknown[0]!r} is neither a law nor a market.", file=_FILE, line=line)
    return rows


def applicable_benchmark(law: str | None, market: str | None) -> Applicable:
    """Return what a deal under this law in this market is compared with.

    Two laws at once, no law, or a pair that is not in the table is flagged, and nothing applies by default.
    """
    codes, region = codes_of_law(law), region_of(market)
    if len(codes) != 1:
        return UNLISTED
    for row in load_jurisdictions():
        is_law = any(codes_of_law(one) == codes for one in row.laws)
        if is_law and any(one == _ANY or region_of(one) is region is not None for one in row.markets):
            return Applicable(
                expected=row.expected,
                accepted_with_disclosure=row.accepted,
                is_flagged=row.flagged,
                needs_disclosure=row.flagged or row.disclosed,
            )
    return UNLISTED


def association_of_law(law: str | None) -> str | None:
    """Return the association that a law has in the market where nothing about it is ambiguous, or nothing."""
    codes = codes_of_law(law)
    rows = (
        row for row in load_jurisdictions() if not row.flagged and any(codes_of_law(one) == codes for one in row.laws)
    )
    return next((row.expected for row in rows), None) if len(codes) == 1 else None


def codes_of_law(law: str | None) -> frozenset[str]:
    """Return the codes of the laws that a text names."""
    return frozenset(code for one in candidates_of(LAW_KIND.read(law or "")) for code in one.codes)
