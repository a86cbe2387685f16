"""The page number that a line may print: ``12``, ``iv``, ``A-1``, ``- 12 -``, ``Page 12 of 200``, ``Agreement | 12``.

A line may be read as a page number in several ways; only the surrounding pages show which is meant
(:mod:`loanproof.documents.reading.running_matter`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loanproof.values import roman_value

_FOLIO = (
    r"(?:(?P<prefix>(?:(?:[A-Z]{1,3}|[0-9]{1,2})[-–]){1,3}|[A-Z])?(?P<number>[0-9]{1,4})"
    r"|(?P<roman>[ivxlc]{1,8}|[IVXLC]{1,8}))"
)
_DASHES = r"[-–—−~|*\[\](){}<>. ]{0,3}"
_LONE = re.compile(_DASHES + _FOLIO + _DASHES)
_WORD = re.compile(_FOLIO)
_OF_ALL = re.compile(_FOLIO + r"(?P<total> ?(?:of|/) ?[0-9]{1,4})")
_NAMED = re.compile(rf"\b(?:[Pp]age|PAGE|[Pp]g\.?|[Ss]eite) ?{_FOLIO}\b(?P<total> ?(?:of|OF|/|von) ?[0-9]{{1,4}}\b)?")
# A court file's stamp on every page: ALDER-0001234
_STAMP = re.compile(r"(?P<prefix>[A-Z][A-Z_-]{1,20} ?)(?P<number>[0-9]{5,10})(?P<roman>(?!))?")
# The reference of a draft (LDN-44714-v3) may change from page to page; words and plain numbers may not.
_REFERENCE = re.compile(r"(?=[\w./-]{0,40}[a-z])(?=[\w./-]{0,40}[0-9])[\w./-]{1,80}")
_AT_AN_END = re.compile(r"^[0-9]{1,4}(?= )|(?<= )[0-9]{1,4}$")
_MAX_LINE = 160
_LONGEST_WORD = 14
_MOST_WORDS = 12  # longest line; a page number in its middle has words, or a draft number, on both sides
# "Schedule 1", "Schedule 2" … on successive pages are headings, not page numbers.
_HEADINGS = frozenset(
    "schedule exhibit annex annexure appendix attachment part article section clause chapter form tranche facility "
    "amendment item no no. number".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folio:
    """One way to read a line as a page number.

    Attributes:
        printed: As printed on the page, without dashes and words around it.
        series: What stays the same from page to page: kind of numeral, prefix and the words around it.
        value: The number that grows by one from page to page.
        alone: Whether nothing else is on the line.
        named: Whether the line says "page 3 of 9" or just "page 3", which needs no confirmation by other pages.
    """

    printed: str
    series: tuple[str, str, str]
    value: int
    alone: bool = False
    named: bool = False


def fold_line(line: str) -> str:
    """Return a line for comparing running headers: spaces folded, letter case ignored."""
    return " ".join(line.split()).casefold()


def find_folios(line: str) -> Iterator[Folio]:
    """Yield each way to read a line as a page number, the most likely first."""
    line = " ".join(line.split())
    if not line or len(line) > _MAX_LINE:
        return
    if match := _LONE.fullmatch(line):
        yield from _folio(match, "", alone=True)
        return
    if match := _OF_ALL.fullmatch(line):
        yield from _folio(match, match["total"])
        return
    if match := _STAMP.fullmatch(line):
        yield from _folio(match, "")
        return
    for match in _NAMED.finditer(line):
        # on a vendor's line the page's own number may be at the other end
        rest = _AT_AN_END.sub("#", line[: match.start()] + "#" + line[match.end() :])
        yield from _folio(match, rest, named=match["total"] is not None or not rest.strip("# -–—|[]()"))
    words = line.split(" ")
    for at in (-1, 0, *range(1, min(len(words) - 1, _MOST_WORDS))):
        if len(words[at]) <= _LONGEST_WORD and (match := _WORD.fullmatch(words[at].strip("|-–—"))):
            before, after = " ".join(words[:at]), " ".join(words[at:][1:])
            # A number with words on both sides is distinct from one with words on one side.
            yield from _folio(match, f"{before} # {after}" if before and after else before or after, before)


def _folio(
    match: re.Match[str], rest: str, before: str = "", *, alone: bool = False, named: bool = False
) -> Iterator[Folio]:
    roman = match["roman"]
    if roman is None:
        prefix = match["prefix"] or ""
        printed, kind, value = prefix + match["number"], "arabic", int(match["number"])
    elif (numeral := roman_value(roman)) is not None:
        prefix, printed, kind, value = "", roman, "roman", numeral
    else:
        return
    if before.casefold().rpartition(" ")[2] in _HEADINGS:
        return
    # a second page number grows along with this one
    series = kind, prefix, _REFERENCE.sub("#", _NAMED.sub("#", rest).strip(" |:–—-").casefold())
    yield Folio(printed=printed, series=series, value=value, alone=alone, named=named)
