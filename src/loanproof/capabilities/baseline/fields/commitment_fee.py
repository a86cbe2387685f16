"""Commitment fee: what is paid for what is not drawn, or for all commitments; a rate, a grid, or a fee letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Column, Definition, Paper, RateTable, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.families import members
from loanproof.capabilities.baseline.fields.margin_grid import grid_in_words
from loanproof.capabilities.baseline.fields.quoting import quote_around, quote_definition, quotes_of_all
from loanproof.capabilities.baseline.fields.rates_written import bps_text, cell_text
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.values import COMMITMENT_FEE_KIND, PERCENTAGE_KIND, Read

if TYPE_CHECKING:
    from loanproof.values import Found, Percentage

FEE = FieldId("commitment_fee")
_FEE = re.compile(
    r"\b(?:commitment|facility|unused(?:\s+line)?|undrawn|ticking|line|stand-?by|non-?utili[sz]ation|non-?usage|non-?use|availability|unutili[sz]ed|non-?drawn)\s+(?:\w+\s+)?(?:fees?|commission)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\b(?:un(?:drawn|used|utili[sz]ed|cancelled|borrowed)|not\s+(?:yet\s+)?(?:drawn|borrowed|utili[sz]ed)|facility\s+limit|available\s+commitments?|(?:daily|average|aggregate)\s+(?:\w+\s+){0,4}commitments?|commitments?|credit\s+exposures?)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"whether\s+used\s+or\s+unused|without\s+regard\s+to\s+the\s+amount|drawn\s+or\s+(?:un|not)|facility\s+fee|credit\s+exposures?",
    re.IGNORECASE,
)
_NOT_DRAWN = re.compile(
    r"\bun(?:drawn|used|utili[sz]ed|borrowed|called|availed|advanced|disbursed)\b|\bidle\b|"
    r"\bnot\s+(?:(?:yet|then|at\s+that\s+time)\s+)?(?:been\s+)?(?:drawn|borrowed|utili[sz]ed|used|lent|taken\s+up|disbursed|availed)\b|\bavailable\s+commitments?\b",
    re.IGNORECASE,
)
_A_FEE = re.compile(r"\b(?:fees?|commission|pays?|charges?|charged)\b", re.IGNORECASE)
_EQUAL_TO = re.compile(r"\b(?:in\s+an?\s+amount\s+)?equal\s+to\b", re.IGNORECASE)
_HIGHEST_WRITTEN = 100  # as a figure of basis points or a share of the margin
_HIGHEST = 10  # per cent a year that such a fee is at most
_LETTER = re.compile(
    r"\b(?:fee\s+letter|separately\s+agreed|agreed\s+in\s+writing|(?:side|separate)\s+letter|letter\s+(?:from|between|to)\b[^.;]{0,80}\bdated?)\b",
    re.IGNORECASE,
)


def commitment_fee(paper: Paper) -> Iterator[Candidate]:
    """Propose the fee by its definition, its clause and the table that holds its column."""
    found = [*_by_table(paper), *_by_clause(paper), *_by_heading(paper), *_by_definition(paper)]
    yield from found or _anywhere(paper)


def _anywhere(paper: Paper) -> Iterator[Candidate]:
    """Propose the rate that any sentence charges on what is not drawn, whatever it calls the charge."""
    for rate in paper.mentions.of(PERCENTAGE_KIND):
        sentence = paper.passages.sentence_at(rate.span.start)
        words = sentence.of(paper.text)
        is_fee = _A_FEE.search(words) and _NOT_DRAWN.search(words) and rate.candidates[0].figure < _HIGHEST_WRITTEN
        if is_fee and not paper.is_attached(rate.span.start):
            yield from _read(paper, sentence, rate.span, RouteName.SENTENCE, 10)


def _by_heading(paper: Paper) -> Iterator[Candidate]:
    """Propose the rate on undrawn commitments in a clause that is headed as one about this fee, or a term's rate."""
    headed = [(span, _ON) for span in paper.roles.spans(Role.COMMITMENT_FEE)]
    for span, on in (*headed, *((one, _NOT_DRAWN) for one in paper.roles.spans(Role.FEES))):
        if paper.is_attached(span.start):
            continue
        for sentence in paper.passages.sentences_in(span):
            words = sentence.of(paper.text)
            if not _A_FEE.search(words) or not on.search(words):
                continue
            rates = list(paper.inside(PERCENTAGE_KIND, sentence))
            if not _FEE.search(words):
                yield from (
                    one for rate in rates[:1] for one in _read(paper, sentence, rate.span, RouteName.SECTION, 25)
                )
            for definition in paper.definitions.used_in(sentence) if not rates else ():
                found = list(paper.inside(PERCENTAGE_KIND, definition.body))
                if len(found) == 1 and found[0].candidates[0].figure < _HIGHEST:
                    yield _of_term(paper, found[0], definition, RouteName.SECTION, 25)


def _by_clause(paper: Paper) -> Iterator[Candidate]:
    for match in _FEE.finditer(paper.text):
        if paper.is_attached(match.start()):
            continue
        roles = paper.roles.above(match.start())
        sentence = paper.passages.sentence_at(match.start())
        words = sentence.of(paper.text)
        if not roles & {Role.FEES, Role.COMMITMENT_FEE} and not _NOT_DRAWN.search(words):
            continue
        rates = list(paper.inside(PERCENTAGE_KIND, sentence))
        grid = _in_words(paper, sentence, rates) if len(rates) > 1 and _ON.search(words) else None
        if grid is not None:
            yield grid
        elif rates and _ON.search(words):
            yield from _read(paper, sentence, rates[0].span, RouteName.SECTION, 30)
        elif not rates and _LETTER.search(words):
            letter = _LETTER.search(paper.text, sentence.start, sentence.end)
            if letter is not None:
                yield Candidate(
                    field=FEE, route=RouteName.SECTION, key="fee_letter", value={"basis": "fee_letter"},
                    evidence=(quote_around(paper, Span(match.start(), letter.end())),), weight=5,
                )  # fmt: skip


def _in_words(paper: Paper, sentence: Span, rates: Sequence[Found[Percentage]]) -> Candidate | None:
    """Return the grid that a sentence makes of several rates of the fee, each with its own condition."""
    own = [one for one in rates if one.candidates[0].figure < _HIGHEST]
    grid = grid_in_words(paper, own, sentence)
    if grid is None or "rows" not in grid or "opening" in grid:
        return None
    value = {"basis": "grid", "rows": grid["rows"], "on": "unused"}
    return Candidate(
        field=FEE, route=RouteName.SECTION, key=";".join(bps_text(one.candidates[0].bps) for one in own), value=value,
        evidence=(quote_around(paper, Span(own[0].span.start, own[-1].span.end)),), weight=30,
        tranche=tranche_at(paper, own[0].span.start),
    )  # fmt: skip


def _read(paper: Paper, sentence: Span, rate: Span, route: RouteName, weight: int) -> Iterator[Candidate]:
    words = " ".join(sentence.of(paper.text).split())
    reading = COMMITMENT_FEE_KIND.parse(_EQUAL_TO.sub("of", words), paper.context)
    if not isinstance(reading, Read) or reading.value.rows:  # another item of the same list may be another fee, or none
        words = " ".join(paper.passages.piece_at(rate.start).of(paper.text).split())
        reading = COMMITMENT_FEE_KIND.parse(_EQUAL_TO.sub("of", words), paper.context)
    if not isinstance(reading, Read) or reading.value.rows:
        return
    value = dict(COMMITMENT_FEE_KIND.structure.write(reading.value))
    if "value" in value:
        value["value"] = _with_year(paper, rate)
    if _TOTAL.search(words) and not re.search(r"un(?:drawn|used)", words):
        value["on"] = "total"
    found = Candidate(
        field=FEE, route=route, key=reading.value.value.canonical if reading.value.value else "", value=value,
        evidence=(quote_around(paper, rate),), weight=weight, tranche=tranche_at(paper, rate.start),
    )  # fmt: skip
    named = paper.tranches.named_in(paper.passages.piece_at(rate.start))
    yield from [replace(found, tranche=one.label) for one in named] if len(named) > 1 else [found]


def _with_year(paper: Paper, rate: Span) -> str:
    return " ".join(rate.of(paper.text).split())


def _by_table(paper: Paper) -> Iterator[Candidate]:
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
    """Return what the fee is charged on."""
    for match in _FEE.finditer(paper.text):
        if not paper.roles.above(match.start()) & {Role.FEES, Role.COMMITMENT_FEE, Role.FACILITY}:
            continue
        sentence = paper.passages.sentence_at(match.start())
        on = _ON.search(paper.text, sentence.start, sentence.end)
        if on is not None:
            total = _TOTAL.search(sentence.of(paper.text)) and not re.search(
                r"\bun(?:used|drawn)", sentence.of(paper.text)
            )
            return "total" if total else "unused"
    return None


def _base_in(paper: Paper, table: Span) -> str | None:
    """Return what the words right before a table charge the fee on."""
    return "total" if _TOTAL.search(paper.text, max(0, table.start - 1200), table.start) else None


def _by_definition(paper: Paper) -> Iterator[Candidate]:
    for definition, weight in members(paper, FEE):
        rates = list(paper.inside(PERCENTAGE_KIND, definition.body))
        if len(rates) == 1:
            yield _of_term(paper, rates[0], definition, RouteName.DEFINITION, weight)


def _of_term(paper: Paper, rate: Found[Percentage], definition: Definition, route: RouteName, weight: int) -> Candidate:
    return Candidate(
        field=FEE, route=route, key=rate.candidates[0].canonical,
        value={"basis": "pa", "value": _with_year(paper, rate.span)},
        evidence=(quote_definition(paper, rate.span, definition.span.start),), weight=weight,
    )  # fmt: skip
