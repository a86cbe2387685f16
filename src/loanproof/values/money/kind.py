"""The kind of value: amounts of money."""

from __future__ import annotations

from loanproof.values.kind import Kind
from loanproof.values.money.compare import compare_money
from loanproof.values.money.find import find_money
from loanproof.values.money.parse import parse_money
from loanproof.values.money.value import Money

MONEY_KIND: Kind[Money] = Kind(
    name="money", parse=parse_money, find=find_money, canonical=lambda money: money.canonical, compare=compare_money
)
