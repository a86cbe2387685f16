"""Margins, reference rates and commitment fees from their structured form."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from loanproof.values.commitment_fees import CommitmentFee, FeeBasis, read_base
from loanproof.values.grids import GridRow, read_condition
from loanproof.values.margins import Margin, MarginOption, parse_margin
from loanproof.values.percentages import Percentage, RateUnit
from loanproof.values.rate_names import BESIDE, NAMES, Named, RateFamily, Style
from loanproof.values.rate_tenors import RateTenor, read_tenor
from loanproof.values.reference_rates import ReferenceRates, parse_reference_rate
from loanproof.values.schedules import Level, close_gaps
from loanproof.values.structure_parts import Parts, UnreadPart
from loanproof.values.tokens import tokenize


def margin_of(parts: Parts) -> Margin:
    """Return the margin of ``{opening, rows, options, steps, adjustment}``."""
    opening = _margin_rate(parts, "opening")
    rows = tuple(_grid_row(row) for row in parts.rows("rows"))
    options = tuple(_option(row) for row in parts.rows("options"))
    steps = _steps(opening, [_step(row) for row in parts.rows("steps")])
    adjustment = parts.rate("adjustment")
    if adjustment is not None and adjustment.figure >= 0:
        adjustment = replace(adjustment, either_way=True)  # one direction only is written with its sign
    if opening is None and steps:
        opening = steps[0].value
    if opening is None and not rows and not options:
        raise UnreadPart("The margin has no rate.")
    return Margin(opening=opening, rows=rows, options=options, steps=steps, adjustment=adjustment)


def _margin_rate(parts: Parts, key: str) -> Percentage | None:
    """Return a rate as margins are written: ``SOFR + 225`` is one, a grid is none."""
    written = parts.get(key)
    if not isinstance(written, str):
        return parts.rate(key)
    margin = parts.only(key, parse_margin(written, parts.context))
    if margin.opening is None or margin != Margin(opening=margin.opening):
        raise parts.unread(key, "is more than one rate")
    return margin.opening


def _needed_rate(parts: Parts, key: str) -> Percentage:
    parts.needed(key)
    rate = _margin_rate(parts, key)
    if rate is None:
        raise parts.unread(key, "is no rate")
    return rate


def _grid_row(parts: Parts) -> GridRow:
    parts.needed("when")
    return GridRow(when=read_condition(parts.text("when") or "", parts.context), value=_needed_rate(parts, "value"))


def _option(parts: Parts) -> MarginOption:
    parts.needed("rate")
    rates = parts.only("rate", parse_reference_rate(parts.text("rate") or "", parts.context)).rates
    if len(rates) != 1:
        raise parts.unread("rate", "names more than one reference rate")
    return MarginOption(rate=rates[0], value=_needed_rate(parts, "value"))


def _step(parts: Parts) -> Level[Percentage]:
    parts.needed("from")
    return Level(value=_needed_rate(parts, "value"), start=parts.day("from"))


def _steps(opening: Percentage | None, steps: list[Level[Percentage]]) -> tuple[Level[Percentage], ...]:
    """Return all levels by date; the opening one is among them, whether or not the steps repeat it."""
    steps = sorted(steps, key=lambda step: step.start or date.max)
    if steps and opening is not None and steps[0].value.bps != opening.bps:
        steps.insert(0, Level(value=opening))
    return close_gaps(steps)


def reference_rate_of(parts: Parts) -> ReferenceRates:
    """Return the rate of ``{family, tenor, method}``; the family may name method and tenor itself: ``Term SOFR 3M``."""
    parts.needed("family")
    rates = parts.only("family", parse_reference_rate(parts.text("family") or "", parts.context)).rates
    if len(rates) != 1:
        raise parts.unread("family", "names more than one reference rate")
    rate = rates[0]
    method, tenor = _method(parts), _tenor(parts)
    if rate.family is RateFamily.FIXED and (method != Named() or tenor is not None):
        raise UnreadPart("A fixed rate has neither tenor nor method.")
    for one, other in ((rate.style, method.style), (rate.timing, method.timing), (rate.tenor, tenor)):
        if None not in (one, other) and one != other:
            raise UnreadPart(f"The family says {one}, but another part says {other}.")
    timing = rate.timing or method.timing
    # As in texts: only compounding can be in arrears or in advance.
    style = rate.style or method.style or (None if timing is None else Style.COMPOUNDED)
    whole = replace(rate, style=style, timing=timing if style is Style.COMPOUNDED else None, tenor=rate.tenor or tenor)
    return ReferenceRates(rates=(whole,))


def _method(parts: Parts) -> Named:
    """Read ``compounded in arrears``, or the same in the words of the formats: ``in_arrears``."""
    written = parts.text("method")
    tokens = tokenize("" if written is None else written.replace("_", " "))
    said = Named()
    at = 0
    while at < len(tokens):
        matched = BESIDE.match(tokens, at) if NAMES.match(tokens, at) is None else None
        if matched is None and tokens[at].text not in (",", "(", ")"):
            raise parts.unread("method", "is no method of a reference rate")
        if matched is not None:
            said = Named(style=said.style or matched[0].style, timing=said.timing or matched[0].timing)
        at = at + 1 if matched is None else matched[1]
    return said


def _tenor(parts: Parts) -> RateTenor | None:
    written = parts.text("tenor")
    if written is None:
        return None
    tokens = tokenize(written)
    found = read_tenor(tokens, 0)
    if found is None or found[1] < len(tokens):
        raise parts.unread("tenor", "is no tenor of a reference rate")
    return found[0]


def commitment_fee_of(parts: Parts) -> CommitmentFee:
    """Return the fee of ``{basis, value, on, rows}``. What it is charged on is read as in texts, else left open."""
    written = parts.needed("basis")
    basis = next((one for one in FeeBasis if one.value == written), None)
    if basis is None:
        raise parts.unread("basis", "is none of " + ", ".join(FeeBasis))
    on = read_base(tokenize(f"{parts.text('on') or ''} commitments"))  # in the words of the formats: total
    if basis in (FeeBasis.FEE_LETTER, FeeBasis.NONE):
        return CommitmentFee(basis=basis)
    if basis is FeeBasis.GRID:
        rows = tuple(_grid_row(row) for row in parts.rows("rows"))
        if not rows:
            raise UnreadPart("The grid of the commitment fee has no rows.")
        return CommitmentFee(basis=basis, on=on, rows=rows)
    parts.needed("value")
    return CommitmentFee(basis=basis, value=_fee_value(parts, basis), on=on)


def _fee_value(parts: Parts, basis: FeeBasis) -> Percentage | None:
    value = parts.rate("value")
    if value is None or basis is not FeeBasis.SHARE_OF_MARGIN:
        return value
    # The basis itself says "per cent of the margin", so that a bare figure has its unit.
    unit = RateUnit.PERCENT if value.unit is RateUnit.MISSING else value.unit
    return replace(value, of_margin=True, unit=unit)
