"""Commitment fee: a rate, a grid or a fee letter, charged on undrawn amounts or on all commitments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Column, Definition, Paper, RateTable, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.fee_base import TOTAL, UNUSED, base_of, names_all, names_undrawn
from loanproof.capabilities.baseline.fields.margin_grid import grid_in_words
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_definition, quotes_of_all
from loanproof.capabilities.baseline.fields.rates_written import bps_text, cell_text
from loanproof.capabilities.baseline.fields.stated import stated
from loanproof.core import FieldId, PhrasePattern, Span, WordTable, load_words
from loanproof.values import COMMITMENT_FEE_KIND, PERCENTAGE_KIND, Read

if TYPE_CHECKING:
    from loanproof.values import Found, Percentage

FEE = FieldId("commitment_fee")


class _Words(WordTable):
    """What the fee is called, what it is charged on, and where else it may be agreed."""

    names: PhrasePattern
    charged_on: PhrasePattern
    charge: PhrasePattern
    equal_to: PhrasePattern
    fee_letter: PhrasePattern


_WORDS = load_words(__package__, "commitment_fee", _Words)
_ITEM_MARK = re.compile(r"(?:\A|[;,:.]\s+(?:and\s+|or\s+)?|\s)\((?:[a-z]|[ivx]{1,4}|[0-9])\)\s|;\s+(?:and\s+)?")
_MAX_FIGURE = 100  # highest plausible figure, which may be basis points or a share of the margin
_MAX_RATE = 10  # highest plausible rate, in per cent a year


def commitment_fee(paper: Paper) -> Iterator[Candidate]:
    """Yield the fee from tables, clauses, headings and definitions; otherwise from any sentence that charges one."""
    found = [*_by_table(paper), *_by_clause(paper), *_by_heading(paper), *_by_definition(paper)]
    yield from found or _anywhere(paper)


def _anywhere(paper: Paper) -> Iterator[Candidate]:
    """Yield the rate that any sentence charges on undrawn amounts, whatever it calls the charge."""
    for rate in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(rate.span.start)
        words = sentence.of(paper.text)
        is_fee = _WORDS.charge.search(words) and names_undrawn(words) and rate.candidates[0].figure < _MAX_FIGURE
        if is_fee and not paper.is_attached(rate.span.start):
            yield from _read(paper, sentence, rate.span, RouteName.SENTENCE, 10)


def _by_heading(paper: Paper) -> Iterator[Candidate]:
    """Yield rates from clauses with a heading about fees: stated there, or in the definition of a term used there."""
    headed: list[tuple[Span, Callable[[str], object]]]
    headed = [(span, _WORDS.charged_on.search) for span in paper.roles.spans(Role.COMMITMENT_FEE)]
    for span, is_on in (*headed, *((one, names_undrawn) for one in paper.roles.spans(Role.FEES))):
        if paper.is_attached(span.start):
            continue
        for sentence in paper.passages.sentences_in(span):
            words = sentence.of(paper.text)
            # An item below the heading of the fee need not say again that it is charged.
            is_item = is_on is not names_undrawn and _ITEM_MARK.match(words) is not None
            if not (is_item or _WORDS.charge.search(words)) or not is_on(words):
                continue
            rates = list(paper.inside(PERCENTAGE_KIND, sentence))
            if not _WORDS.names.search(words):  # _by_clause reads the sentences that name the fee
                each = _by_facility(paper, rates) or [(sentence, one) for one in rates[:1]]
                yield from (
                    one for place, rate in each for one in _read(paper, place, rate.span, RouteName.SECTION, 25)
                )
            for definition in paper.definitions.used_in(sentence) if not rates else ():
                found = list(paper.inside(PERCENTAGE_KIND, definition.body))
                if len(found) == 1 and found[0].candidates[0].figure < _MAX_RATE:
                    yield _of_term(paper, found[0], definition, RouteName.SECTION, 25)


def _by_clause(paper: Paper) -> Iterator[Candidate]:
    """Yield the rate, the grid or the fee letter of each sentence that names the fee."""
    for match in _WORDS.names.finditer(paper.text):
        if paper.is_attached(match.start()):
            continue
        roles = paper.roles.above(match.start())
        sentence = paper.passages.sentence_at(match.start())
        words = sentence.of(paper.text)
        if not roles & {Role.FEES, Role.COMMITMENT_FEE} and not names_undrawn(words):
            continue
        rates = list(paper.inside(PERCENTAGE_KIND, sentence))
        grid = _in_words(paper, sentence, rates) if len(rates) > 1 and _WORDS.charged_on.search(words) else None
        if grid is not None:
            yield grid
        elif rates and _WORDS.charged_on.search(words):
            own = next((one for one in rates if one.span.start > match.start()), rates[0])
            for place, rate in _by_facility(paper, rates) or [(sentence, own)]:
                yield from _read(paper, place, rate.span, RouteName.SECTION, 30)
        elif not rates and (letter := _WORDS.fee_letter.search(paper.text, sentence.start, sentence.end)):
            yield Candidate(
                field=FEE, route=RouteName.SECTION, key="fee_letter", value={"basis": "fee_letter"},
                evidence=(quote_around(paper, Span(match.start(), letter.end())),), weight=5,
            )  # fmt: skip


def _by_facility(paper: Paper, rates: Sequence[Found[Percentage]]) -> list[tuple[Span, Found[Percentage]]]:
    """Return each rate with its item if every item names one facility of its own: *35% … under Facility A; …*."""
    pieces = [(paper.passages.piece_at(one.span.start), one) for one in rates]
    named = [paper.tranches.named_in(piece) for piece, _ in pieces]
    is_each = len(rates) > 1 and all(len(one) == 1 for one in named) and len(set(named)) == len(rates)
    return pieces if is_each else []


def _in_words(paper: Paper, sentence: Span, rates: Sequence[Found[Percentage]]) -> Candidate | None:
    """Return the grid that a sentence states in words, each rate with its own condition, or None."""
    own = [one for one in rates if one.candidates[0].figure < _MAX_RATE]
    grid = grid_in_words(paper, own, sentence)
    if grid is None or "rows" not in grid or "opening" in grid:
        return None
    value = {"basis": "grid", "rows": grid["rows"], "on": base_of(sentence.of(paper.text)) or UNUSED}
    key = ";".join(bps_text(one.candidates[0].bps) for one in own)
    whole = Span(own[0].span.start, own[-1].span.end)
    return stated(paper, FEE, RouteName.SECTION, whole, key, value, weight=30)


def _read(paper: Paper, sentence: Span, rate: Span, route: RouteName, weight: int) -> Iterator[Candidate]:
    """Yield the fee that a sentence, its piece or its list item states, once for each tranche that it names."""
    for place in (sentence, paper.passages.piece_at(rate.start), _item(paper, sentence, rate)):
        words = " ".join(place.of(paper.text).split())
        reading = COMMITMENT_FEE_KIND.parse(_WORDS.equal_to.sub("of", words), paper.context)
        if isinstance(reading, Read) and not reading.value.rows:
            break  # the smaller parts are tried because another item of the list may state other fees, or none
    else:
        return
    value = dict(COMMITMENT_FEE_KIND.structure.write(reading.value))
    if "value" in value:
        value["value"] = _as_written(paper, rate)
    if base_of(words) == TOTAL:
        value["on"] = TOTAL
    key = reading.value.value.canonical if reading.value.value else ""
    found = stated(paper, FEE, route, rate, key, value, weight=weight)
    named = paper.tranches.named_in(paper.passages.piece_at(rate.start))
    yield from [replace(found, tranche=one.label) for one in named] if len(named) > 1 else [found]


def _item(paper: Paper, sentence: Span, rate: Span) -> Span:
    """Return the item of a list that contains a rate: *(a) a fee of 1.20% on …; (b) a front-end fee*."""
    marks = [one.span() for one in _ITEM_MARK.finditer(paper.text, sentence.start, sentence.end)]
    start = max((end for _, end in marks if end <= rate.start), default=sentence.start)
    return Span(start, min((begin for begin, _ in marks if begin >= rate.end), default=sentence.end))


def _as_written(paper: Paper, rate: Span) -> str:
    return " ".join(rate.of(paper.text).split())


def _by_table(paper: Paper) -> Iterator[Candidate]:
    """Yield the grid of each table that has a column for the fee."""
    for table in paper.tables:
        at = table.column(Column.FEE)
        if at is None or len(table.rows) < 2 or paper.is_attached(table.span.start):
            continue
        base = _base(paper) or _base_in(paper, table.span)
        rows = [{"when": row.label, "value": cell_text(paper, row.cells[at])} for row in table.rows]
        value: dict[str, object] = {"basis": "grid", "rows": rows}
        if base is not None:
            value["on"] = base
        yield Candidate(
            field=FEE, route=RouteName.FRONT, witness="front:table",
            key=";".join(str(row.cells[at].value.bps) for row in table.rows), value=value,
            evidence=quotes_of_all(paper, table.span), weight=50, tranche=_tranche(paper, table, at),
        )  # fmt: skip


def _tranche(paper: Paper, table: RateTable, at: int) -> str | None:
    named = paper.tranches.of(table.names[at]) if table.names else None
    return None if named is None else named.label


def _base(paper: Paper) -> str | None:
    """Return *total* or *unused*: what the first clause about the fee charges it on. None if no clause says so."""
    for match in _WORDS.names.finditer(paper.text):
        if not paper.roles.above(match.start()) & {Role.FEES, Role.COMMITMENT_FEE, Role.FACILITY}:
            continue
        sentence = paper.passages.sentence_at(match.start())
        on = _WORDS.charged_on.search(paper.text, sentence.start, sentence.end)
        if on is not None:
            return base_of(sentence.of(paper.text)) or UNUSED
    return None


def _base_in(paper: Paper, table: Span) -> str | None:
    """Return *total* if the words before a table charge the fee on all commitments, else None."""
    return TOTAL if names_all(paper.text[max(0, table.start - 1200) : table.start]) else None


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    """Yield the fee of each defined term whose definition states exactly one rate."""
    for definition, weight in members(paper, FEE):
        rates = list(paper.inside(PERCENTAGE_KIND, definition.body))
        if len(rates) == 1:
            yield _of_term(paper, rates[0], definition, RouteName.DEFINITION, weight)


def _of_term(paper: Paper, rate: Found[Percentage], definition: Definition, route: RouteName, weight: int) -> Candidate:
    return Candidate(
        field=FEE, route=route, key=rate.candidates[0].canonical,
        value={"basis": "pa", "value": _as_written(paper, rate.span)},
        evidence=(quote_definition(paper, rate.span, definition.span.start),), weight=weight,
    )  # fmt: skip
