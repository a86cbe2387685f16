"""An identifier, the schemes that issue identifiers, and the check digits of each scheme.

What a check digit guarantees: in an LEI no letter taken for another letter and no digit taken for another digit goes
unnoticed; in an ISIN and a CUSIP no digit taken for another digit, and no two neighbouring digits swapped, except
``09`` and ``90``. Other errors go unnoticed about once in 97 (LEI) or once in ten (ISIN, CUSIP). A LoanX id has no
check digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum


class Scheme(StrEnum):
    """Who issues the identifier; the value is the name in the quality contract."""

    LEI = "LEI"  # a company: ISO 17442
    ISIN = "ISIN"  # a security: ISO 6166
    CUSIP = "CUSIP"  # a security in North America: ANSI X9.6
    LOANX = "LoanX"  # a loan: Markit


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """One identifier, in the letters and digits that were written.

    Blanks and hyphens between the groups in which an LEI or ISIN is printed (``US 037833100 5``) are typography, and
    ``text`` is without them. In a CUSIP and a LoanX id they are kept and count, as ruling A-57 has it.
    """

    scheme: Scheme
    text: str

    @property
    def canonical(self) -> str:
        """The characters alone, in the case they were written; their form says which scheme it is."""
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How the identifiers of a scheme are written.

    Attributes:
        called: The name with its article, for messages.
        made_of: The characters in words, for messages.
        pattern: The characters without gaps, in either case.
        groups: The lengths of the groups in which it is printed; first the form without gaps.
        agrees: Returns whether the check digits of an identifier in upper case match its other characters.
        check: What is wrong if they do not match, with its verb, for messages.
    """

    called: str
    made_of: str
    pattern: re.Pattern[str]
    groups: tuple[tuple[int, ...], ...]
    agrees: Callable[[str], bool]
    check: str

    def fits(self, written: str) -> bool:
        """Whether a text has this form, without gaps or in the scheme's groups; check digits may be wrong."""
        lengths = tuple(map(len, _GAP.split(written)))
        return lengths in self.groups and self.pattern.fullmatch(without_gaps(written)) is not None


_GAP = re.compile(r"[ -]")
_CUSIP_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#"


def without_gaps(written: str) -> str:
    """Return an identifier without the blanks and hyphens between its groups."""
    return _GAP.sub("", written)


def _lei_agrees(text: str) -> bool:
    """Return whether ISO 7064 MOD 97-10 holds: as one long number, with A for 10 to Z for 35, it leaves 1.

    Check digits are 98 less a remainder, so 02 to 98; the others would agree in place of 97, 98 and 02.
    """
    return int(_in_figures(text)) % 97 == 1 and text[-2:] not in ("00", "01", "99")


def _isin_agrees(text: str) -> bool:
    """Return whether the Luhn check digit holds over the figures that the characters stand for."""
    return _doubles_to_ten(map(int, reversed(_in_figures(text))))


def _cusip_agrees(text: str) -> bool:
    """Return whether the "modulus 10 double add double" check digit holds; a letter is one value from 10 to 35."""
    return _doubles_to_ten(map(_CUSIP_CHARACTERS.index, reversed(text)))


def _in_figures(text: str) -> str:
    return "".join(str(int(character, 36)) for character in text)


def _doubles_to_ten(from_the_right: Iterable[int]) -> bool:
    """Return whether the digits, with every second value from the right doubled, add up to a multiple of ten."""
    return sum(sum(divmod(value * (1 + at % 2), 10)) for at, value in enumerate(from_the_right)) % 10 == 0


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


FORMS = {
    Scheme.LEI: Form(
        called="an LEI",
        made_of="18 letters or digits and 2 check digits",
        pattern=_form("[A-Z0-9]{18}[0-9]{2}"),
        groups=((20,), (4, 4, 4, 4, 4), (4, 2, 12, 2), (4, 14, 2), (18, 2)),
        agrees=_lei_agrees,
        check="check digits do",
    ),
    Scheme.ISIN: Form(
        called="an ISIN",
        made_of="2 letters, 9 letters or digits and a check digit",
        # BBG begins a Bloomberg FIGI, also of twelve characters; its standard keeps it apart from every ISIN
        pattern=_form("(?!BBG)[A-Z]{2}[A-Z0-9]{9}[0-9]"),
        groups=((12,), (2, 9, 1), (2, 10), (4, 4, 4)),
        agrees=_isin_agrees,
        check="check digit does",
    ),
    Scheme.CUSIP: Form(
        called="a CUSIP",
        made_of="8 letters, digits or signs (* @ #) and a check digit",
        pattern=_form("[A-Z0-9][A-Z0-9*@#]{7}[0-9]"),  # the signs mark private placements, and never come first
        groups=((9,), (6, 2, 1), (6, 3)),
        agrees=_cusip_agrees,
        check="check digit does",
    ),
    Scheme.LOANX: Form(
        called="a LoanX id",
        made_of="LX and 6 digits",
        pattern=_form("LX[0-9]{6}"),
        groups=((8,), (2, 6)),
        agrees=lambda text: True,
        check="",
    ),
}

GAPS_IGNORED = frozenset({Scheme.LEI, Scheme.ISIN})  # ruling A-57: parameters.identifiers.spaces_ignored_in
