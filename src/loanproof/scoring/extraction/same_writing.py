"""Whether a value of the same meaning is also the same writing: remarks around it, or words around its figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loanproof.scoring.extraction.forms import Forms, is_among
from loanproof.values import (
    COMMITMENT_FEE_KIND,
    CURRENCY_KIND,
    DATE_KIND,
    DURATION_KIND,
    FACILITY_TYPE_KIND,
    LAW_KIND,
    MARGIN_KIND,
    REFERENCE_RATE_KIND,
    REPAYMENT_KIND,
    YES_NO_KIND,
    Kind,
    Percentage,
    Read,
)

if TYPE_CHECKING:
    from loanproof.scoring.extraction.stated import Stated

_REMARK = re.compile(r"(?<=\w)\s{0,4}(?:[(\[+,;]|\b(?:with|plus|subject|extend)).{0,400}$", re.IGNORECASE | re.DOTALL)
_DOUBLET = re.compile(r"[^0-9()]{3,160}\((?P<figures>[^()]{1,60})\)\s{0,4}(?P<tail>[^0-9()]{0,40})")
_PUNCTUATION = re.compile(r"[,;:.()\[\]]")
_TAKES_REMARK: frozenset[Kind[Any]] = frozenset({DURATION_KIND, CURRENCY_KIND, DATE_KIND})
# What is right in these is a description, so that no wording of it is more exact than another.
_DESCRIPTIVE: frozenset[Kind[Any]] = frozenset({REPAYMENT_KIND, YES_NO_KIND})


def differs_in_remarks(kind: Kind[Any], given: Stated, exact: Sequence[Stated]) -> bool:
    """Return whether a text of the same meaning is an exact form with words around it.

    ``3 years (+1+1)`` is ``3 years with two 1-year extension options``; a clause holds the name of the law.
    """
    if given.text is None:
        return False
    if kind is LAW_KIND:
        return any(_holds(one, other) for form in exact for one in given.typography for other in form.typography)
    return kind in _TAKES_REMARK and is_among(_bare(given), (*exact, *map(_bare, exact)))


def is_doublet_of(given: Stated, exact: Sequence[Stated]) -> bool:
    """Return whether a text is an exact form with the same in words before it: ``Five Dollars (USD 5)``."""
    doublet = None if given.text is None else _DOUBLET.fullmatch(given.text.strip())
    if doublet is None or not isinstance(given.reading, Read):
        return False
    return is_among(given.other(f"{doublet['figures']} {doublet['tail']}".strip()), exact)


def _bare(value: Stated) -> Stated:
    return value.other(_REMARK.sub("", value.text or ""))


def words_around(given: Stated, name: Stated) -> Iterator[tuple[str, ...]]:
    """Yield the words that a text has around a name that it holds as whole words."""
    for one in given.typography:
        for other in name.typography:
            before, found, after = f" {one} ".partition(f" {other} ")
            if found and other:
                yield (*before.split(), *after.split())


def _holds(one: str, other: str) -> bool:
    """Return whether one text holds the other as whole words, the punctuation around it left aside."""
    words, others = (f" {' '.join(_PUNCTUATION.sub(' ', text).split())} " for text in (one, other))
    return others in words or words in others


def is_same_writing(kind: Kind[Any], forms: Forms, given: Stated) -> bool:
    """Return whether values of the same meaning differ only in words around the same figures and units."""
    if kind in _DESCRIPTIVE:
        return True
    structured = isinstance(given.plain, Mapping) or isinstance(forms.value.plain, Mapping)
    if kind is REFERENCE_RATE_KIND:
        return structured
    if kind is FACILITY_TYPE_KIND:
        return all(facility.name for one in given.candidates for facility in one.facilities)
    if structured and _is_written_alike(kind, forms, given):
        return True
    if kind not in (MARGIN_KIND, COMMITMENT_FEE_KIND):
        return False
    wanted = [one for form in forms.readable for one in form.candidates]
    return any(_same_figures(kind, one, other) for one in wanted for other in given.candidates)


def _is_written_alike(kind: Kind[Any], forms: Forms, given: Stated) -> bool:
    return is_among(_in_words(kind, given), (_in_words(kind, forms.value), *forms.sources))


def _in_words(kind: Kind[Any], value: Stated) -> Stated:
    """Return a value as it was written or, of a structure, as it would be."""
    if not isinstance(value.plain, Mapping) or not value.candidates:
        return value
    return value.other(kind.forms(value.candidates[0])[0])


def _same_figures(kind: Kind[Any], expected: Any, given: Any) -> bool:
    """Return whether two margins or fees hold the same figures in the same units; a flat margin is never mere words."""
    if kind is MARGIN_KIND:
        if not (expected.rows or expected.options or expected.steps or expected.adjustment):
            return False
        wanted, offered = expected.rates, given.rates
    else:
        if not expected.rows and not given.rows and _digits_differ(expected.value, given.value):
            return False
        wanted = [row.value for row in expected.rows] or [expected.value]
        offered = [row.value for row in given.rows] or [given.value]
    figures = [{(rate.figure, rate.unit) for rate in rates if rate is not None} for rates in (wanted, offered)]
    return figures[0] >= figures[1]


def _digits_differ(expected: Percentage | None, given: Percentage | None) -> bool:
    """Return whether the same rate is written with other digits, as 0.4 % and 0.40 % are."""
    return expected is not None and given is not None and expected.step != given.step
