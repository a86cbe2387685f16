"""Our amounts against the test data of a public price parser (web-shop prices).

A row is about one amount when upstream expects an amount and the text holds exactly one run of figures (``RUN``: digits
with separators and spaces between them). The amount is read from the whole text, else found in it, else read from the
run alone, for many rows name a currency that lending does not know. The currency is that of the text, else the
first one in the row's hint.

A row agrees when one of our candidates has the expected amount and, where our table knows the currency that upstream
expects, one of its codes. Rows that differ on purpose are in ``money_differences.yaml``; a listed row that agrees is
an error, so the list cannot go stale.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

from loanproof.core import load_yaml
from loanproof.values.currency.parse import parse_currency, read_currency
from loanproof.values.money.find import find_money
from loanproof.values.money.parse import parse_money
from loanproof.values.money.value import Money
from loanproof.values.reading import Context, NumberLocale, candidates_of
from loanproof.values.text.tokens import tokenize

AIM = 95
RUN = re.compile(r"[0-9](?:[0-9.,'’\s]*[0-9])?")
LOCALES = {".": NumberLocale.EN, ",": NumberLocale.DE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One price as it was written, the hint beside it, and what upstream reads."""

    number: str
    text: str
    hint: str
    amount: Decimal
    currency: str
    context: Context

    @property
    def candidates(self) -> tuple[Money, ...]:
        whole = candidates_of(parse_money(self.text, self.context))
        if whole:
            return whole
        found = find_money(tokenize(self.text), self.context)
        if found:
            return found[0].candidates
        run = RUN.search(self.text)
        return candidates_of(parse_money(run[0], self.context)) if run else ()

    @property
    def agrees(self) -> bool:
        known = {currency.code for currency in candidates_of(parse_currency(self.currency))}
        hinted = first_currency(self.hint)
        return any(
            money.amount == self.amount and (not known or ({money.currency} if money.currency else hinted) & known)
            for money in self.candidates
        )


def first_currency(hint: str) -> set[str]:
    tokens = tokenize(hint)
    found = (read_currency(tokens, at, loose=True) for at in range(len(tokens)))
    return next(({currency.code for currency in one.candidates} for one in found if one is not None), set())


def rows_of(file: Path) -> tuple[list[Row], int]:
    """Return the rows about one amount, and how many rows the file has."""
    rows, total = [], 0
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        total += 1
        text, expected = data["text"], data["expected"]
        if text is None or expected["amount"] is None or len(RUN.findall(text)) != 1:
            continue
        rows.append(
            Row(
                number=data["id"][-5:],
                text=text,
                hint=data["currency_hint"] or "",
                amount=Decimal(expected["amount"]),
                currency=expected["currency"] or "",
                context=Context(number_locale=LOCALES.get(data["options"].get("decimal_separator"))),
            )
        )
    return rows, total


@pytest.mark.needs("external-cases")
def test_single_prices_agree_with_a_public_parser(shared: Path) -> None:
    rows, total = rows_of(shared / "external-cases" / "money_price_parser.jsonl")
    listed = load_yaml(Path(__file__).parent / "money_differences.yaml").data
    assert isinstance(listed, dict)
    agreeing = {row.number for row in rows if row.agrees}
    differing = {row.number: row.text for row in rows if row.number not in agreeing}
    doubtful = sum(len({money.amount for money in row.candidates}) > 1 for row in rows if row.number in agreeing)
    sys.stdout.write(
        f"\nmoney: {len(rows)} of {total} rows are about one amount; {len(agreeing)} agree "
        f"({100 * len(agreeing) / len(rows):.1f} %), {doubtful} of them with a second reading; "
        f"{len(listed)} differ on purpose\n"
    )
    assert len(rows) >= 1000
    assert not listed.keys() - differing.keys(), "these rows are listed as different, but are not"
    assert len(agreeing) * 100 >= AIM * len(rows), differing
    assert differing.keys() == listed.keys(), {number: differing[number] for number in differing.keys() - listed.keys()}
