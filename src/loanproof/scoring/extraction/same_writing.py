"""Whether a value with the same meaning is also written the same, apart from remarks or words around its figures."""

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
_KINDS_WITH_REMARKS: frozenset[Kind[Any]] = frozenset({DURATION_KIND, CURRENCY_KIND, DATE_KIND})
# Values of these kinds are descriptions, so no wording is more exact than another.
_DESCRIPTIVE_KINDS: frozenset[Kind[Any]] = frozenset({REPAYMENT_KIND, YES_NO_KIND})


def differs_in_remarks(kind: Kind[Any], given: Stated, exact: Sequence[Stated]) -> bool:
    """Return whether a text with the same meaning is an exact form apart from the words around it.

    ``3 years (+1+1)`` is ``3 years with two 1-year extension options``; a whole clause contains the name of the law.
    """
    if given.text is None:
        return False
    if kind is LAW_KIND:
        return any(_contains(one, other) for form in exact for one in given.typography for other in form.typography)
    return kind in _KINDS_WITH_REMARKS and is_among(_without_remark(given), (*exact, *map(_without_remark, exact)))


def is_doublet_of(given: Stated, exact: Sequence[Stated]) -> bool:
    """Return whether a text is an exact form in brackets after the same value in words: ``Five Dollars (USD 5)``."""
    doublet = None if given.text is None else _DOUBLET.fullmatch(given.text.strip())
    if doublet is None or not isinstance(given.reading, Read):
        return False
    return is_among(given.other(f"{doublet['figures']} {doublet['tail']}".strip()), exact)


def _without_remark(value: Stated) -> Stated:
    return value.other(_REMARK.sub("", value.text or ""))


def words_around(given: Stated, name: Stated) -> Iterator[tuple[str, ...]]:
    """Yield the words around a name, if a text contains the name as whole words."""
    for one in given.typography:
        for other in name.typography:
            before, found, after = f" {one} ".partition(f" {other} ")
            if found and other:
                yield (*before.split(), *after.split())


def _contains(one: str, other: str) -> bool:
    """Return whether either text contains the other as whole words, ignoring punctuation."""
    words, others = (f" {' '.join(_PUNCTUATION.sub(' ', text).split())} " for text in (one, other))
    return others in words or words in others


def is_same_writing(kind: Kind[Any], forms: Forms, given: Stated) -> bool:
    """Return whether values with the same meaning differ only in the words around the same figures and units.

    It applies only to values that are already known to have the same meaning; some kinds need no further check.
    """
    if kind in _DESCRIPTIVE_KINDS:
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
    """Return a value as it is written; a structure as it would be written in words."""
    if not isinstance(value.plain, Mapping) or not value.candidates:
        return value
    return value.other(kind.forms(value.candidates[0])[0])


def _same_figures(kind: Kind[Any], expected: Any, given: Any) -> bool:
    """Return whether a margin or fee has only figures and units of the expected one.

    A flat margin never qualifies: written differently, it is another form (A-02).
    """
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
    """Return whether the same rate is written with a different number of digits: 0.4 % and 0.40 %."""
    return expected is not None and given is not None and expected.step != given.step
