"""From a text to an amount of money."""

from __future__ import annotations

import re
from decimal import Decimal

from loanproof.core import Reason
from loanproof.values.currency.parse import COUNTED_NAMES, CURRENCY_STARTS, DIGITS, read_currency
from loanproof.values.currency.table import ALSO_WORDS
from loanproof.values.currency.value import Currency
from loanproof.values.money.signs import (
    MINUS_STARTS,
    after_inner_minus,
    after_leading_minus,
    after_minus,
    after_separator,
    negative_money,
    negative_number,
)
from loanproof.values.money.value import Money
from loanproof.values.number.parse import interpret_digits, read_number
from loanproof.values.number.value import Number, Setting
from loanproof.values.number.words import NAMED_BY_FIGURE, NUMBER_STARTS
from loanproof.values.reading import NO_CONTEXT, Context, Match, Reading, Unreadable
from loanproof.values.text.tokens import TokenKind, Tokens, tokenize

_OUTER = frozenset("\"'.,;:()[]*")
_LEADS = frozenset("up to a an the total aggregate principal amount sum of in maximum".split())
_TAILS = frozenset("only in the aggregate total principal amount".split())
_NO_CENTS = (("and", "no", "/", "100"), ("and", "00", "/", "100"))
# A number before one of these counts something else: USD 3-month SOFR, EUR 2.5 %.
_OTHER_UNITS = frozenset("month months year years day days week weeks business % percent bps x".split())
_CLAUSE_NUMBER = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_ONE_GROUP = re.compile(r"(?P<whole>[1-9][0-9]{0,2})(?P<sign>[.,])(?P<group>[0-9]{3})")
MONEY_STARTS = CURRENCY_STARTS | NUMBER_STARTS | MINUS_STARTS
_LONGEST_TERM = 8  # words of a defined term
_LONGEST_ROW = 12  # amounts of one row of a table
SHORT_AMOUNT = 4  # characters; shorter figures may be labels, and any two of them are a digit apart


def read_money(tokens: Tokens, at: int, *, context: Context = NO_CONTEXT) -> Match[Money] | None:
    """Read the amount that begins at ``at``: currency and number in either order, its minus and doublet in brackets."""
    unsigned_at = after_minus(tokens, at)
    found = _read_unsigned(tokens, unsigned_at, context, loose=False)
    return found if found is None or unsigned_at == at else negative_money(found)


def _read_unsigned(tokens: Tokens, at: int, context: Context, *, loose: bool) -> Match[Money] | None:
    found = _read_one(tokens, at, context, loose=loose)
    if found is None or tokens[found.end].text != "(":
        return found
    again = _read_one(tokens, found.end + 1, context, loose=loose)
    if again is None:
        return found
    end = again.end + 1 if tokens[again.end].lower == "only" else again.end
    if tokens[end].text != ")" or _in_words(tokens, at, found.end) == _in_words(tokens, found.end + 1, again.end):
        return found
    return _doublet(found, again, end + 1)


def parse_money(text: str, context: Context = NO_CONTEXT) -> Reading[Money]:
    """Read a text that is one amount; without a currency it is an amount of unknown currency."""
    tokens = tokenize(text)
    at = 0
    while tokens[at].text in _OUTER:
        at += 1
    while (tokens[at].lower in _LEADS and read_currency(tokens, at, context=context, loose=True) is None) or (
        tokens[at].text == ":" and at > 0
    ):
        at += 1  # but the A of A$10m is not an article
    at = after_separator(tokens, at)
    unsigned_at = after_leading_minus(tokens, at)
    found = _read_unsigned(tokens, unsigned_at, context, loose=True) or _bare(tokens, unsigned_at, context)
    if found is None:
        return Unreadable(f"{text[:80]!r} is not an amount of money.")
    if unsigned_at > at:
        found = negative_money(found)
    rest = tokens.items[_after_definition(tokens, found.end) :]
    if any(token.text not in _OUTER and token.lower not in _TAILS for token in rest):
        return Unreadable(f"{text[:80]!r} says more than one amount of money.")
    return found.reading


def _after_definition(tokens: Tokens, at: int) -> int:
    """Return the position after a defined term in brackets at ``at``, if any: ``(the "Total Commitments")``."""
    quoted = at + 2 if tokens[at + 1].lower == "the" else at + 1
    if tokens[at].text != "(" or tokens[quoted].text != '"':
        return at
    for end in range(quoted + 1, quoted + _LONGEST_TERM):
        if tokens.words(end, '"', ")"):
            return end + 2
        if tokens[end].kind is not TokenKind.WORD:
            break
    return at


def _read_one(tokens: Tokens, at: int, context: Context, *, loose: bool) -> Match[Money] | None:
    currency = read_currency(tokens, at, context=context, loose=loose)
    if currency is not None:
        return _prefixed(tokens, at, currency, context, loose=loose)
    number = read_amount(tokens, at, context)
    return None if number is None else _suffixed(tokens, at, number, context, loose=loose)


def _prefixed(
    tokens: Tokens, start: int, currency: Match[Currency], context: Context, *, loose: bool
) -> Match[Money] | None:
    """Read the number after a currency. A second currency may be on either side: ``USD $5``, ``$5 USD``."""
    if not _may_lead(tokens, currency):
        return None
    second = read_currency(tokens, currency.end, context=context, loose=loose)
    if second is not None:
        narrowed = _narrowed(currency, second)
        if narrowed is None:
            return None
        currency = narrowed
    number = _after_currency(tokens, currency.end, context)
    if number is None or _counts_something_else(tokens, number.end):
        return None
    if not loose and _is_weak(tokens, currency.end, number.end, tokens.text(start, currency.end)):
        return None
    after = read_currency(tokens, number.end, context=context, loose=loose)
    is_next = after is not None and (
        _begins_amount(tokens, after, context)
        or _is_repeated(tokens, tokens.text(start, currency.end), number.end, after.end)
    )
    narrowed = None if after is None or is_next else _narrowed(currency, after)
    return _joined(number, narrowed or currency, narrowed.end if narrowed else number.end)


def _after_currency(tokens: Tokens, at: int, context: Context) -> Match[Number] | None:
    unsigned_at = after_inner_minus(tokens, at)
    number = read_amount(tokens, unsigned_at, context)
    return number if number is None or unsigned_at == at else negative_number(number)


def _suffixed(
    tokens: Tokens, start: int, number: Match[Number], context: Context, *, loose: bool
) -> Match[Money] | None:
    """Read the currency after a number, unless it belongs to the next number."""
    at = next((number.end + len(cents) for cents in _NO_CENTS if tokens.words(number.end, *cents)), number.end)
    if at == number.end and tokens[at].text == "." and not tokens.gap(at) and tokens[at - 1].kind is TokenKind.WORD:
        at += 1  # 12.5 Mio. EUR
    currency = read_currency(tokens, at, context=context, loose=loose)
    if currency is None or _begins_amount(tokens, currency, context):
        return None
    if not loose and (
        tokens[start - 1].text == "/"
        or tokens[start - 1].lower in NAMED_BY_FIGURE
        or _is_clause_number(tokens, start, number.end)
        or _is_weak(tokens, start, number.end, tokens.text(at, currency.end))
    ):
        return None
    return _joined(number, currency, currency.end)


def read_amount(tokens: Tokens, at: int, context: Context) -> Match[Number] | None:
    """Read the number of an amount that begins at ``at``.

    In an output ``350,000`` may group its figures although the document writes ``350.000,00``: both are then meant. A
    point before a scale is a decimal point in an English document: ``2.125 million``.
    """
    found = read_number(tokens, at, setting=Setting.MONEY, context=context)
    written = _ONE_GROUP.fullmatch(tokens[at].text)
    if found is None or written is None or not context.is_of_output or len(found.candidates) > 1:
        return found
    as_decimal = Decimal(written["whole"] + written["group"]).scaleb(-3)
    is_settled = interpret_digits(written[0], Setting.MONEY, context.number_locale) != (as_decimal,)
    one = found.candidates[0]
    if is_settled or (written["sign"] == "." and one.value != as_decimal):
        return found
    grouped = Number(value=one.value * 1000, step=one.step * 1000)
    return Match(candidates=(grouped, one), end=found.end, reason=Reason.AMBIGUOUS_SEPARATOR)


def _is_weak(tokens: Tokens, start: int, end: int, currency: str) -> bool:
    """Return whether a short number next to a word such as ``TRY`` or ``R`` is more likely a sentence or a label."""
    return currency in ALSO_WORDS and len(tokens.text(start, end)) < SHORT_AMOUNT


def _is_clause_number(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether a number is in the place of a clause number: ``2.7`` before a title."""
    heads_line = start == 0 or "\n" in tokens.gap(start)
    return heads_line and _CLAUSE_NUMBER.fullmatch(tokens.text(start, end)) is not None


def _may_lead(tokens: Tokens, currency: Match[Currency]) -> bool:
    """Return whether a currency may precede its number: the ``元`` of ``5元共10股`` belongs to the one before."""
    last = tokens[currency.end - 1].text
    return len(last) == 1 or last[0] not in COUNTED_NAMES


def _begins_amount(tokens: Tokens, currency: Match[Currency], context: Context) -> bool:
    """Return whether a currency belongs to the number after it, and not to the one before.

    In a row of numbers with one currency between them the last cell decides: ``24 USD 875,000 USD 29,000,000`` ends
    with a number, ``850,000 USD 17,000,000 USD`` with the currency.
    """
    at = currency.end
    if tokens[at].kind is not TokenKind.NUMBER or not _may_lead(tokens, currency):
        return False
    if tokens.gap(at - 1) and not tokens.gap(at):
        return True  # the sign belongs to the number after it: ``September 30, 2025 $47,900,000 $5,400,000``
    for _ in range(_LONGEST_ROW):
        if tokens[at].kind is not TokenKind.NUMBER or "\n" in tokens.gap(at):
            return False
        number = read_number(tokens, at, setting=Setting.MONEY, context=context)
        again = None if number is None else read_currency(tokens, number.end, context=context)
        if again is None or again.candidates != currency.candidates:
            return True
        at = again.end
    return False


def _is_repeated(tokens: Tokens, leading: str, start: int, end: int) -> bool:
    """Return whether the currency at ``start`` is the one before the number, and leads the next: ``S$6m S$2m S$4m``."""
    return tokens.text(start, end) == leading and tokens[end].kind is TokenKind.NUMBER


def _narrowed(one: Match[Currency], other: Match[Currency]) -> Match[Currency] | None:
    """Return what two currencies around one number have in common, or ``None`` if they contradict each other."""
    codes = {currency.code for currency in other.candidates}
    both = tuple(currency for currency in one.candidates if currency.code in codes)
    return Match(candidates=both, end=other.end, reason=one.reason if len(both) > 1 else None) if both else None


def _counts_something_else(tokens: Tokens, at: int) -> bool:
    """Return whether a number has another unit, or is only a piece of a split number (``3, 000,000``)."""
    if tokens[at].text == "," and tokens[at + 1].text.startswith("000"):
        return True
    at = at + 1 if tokens[at].text == "-" else at
    return tokens[at].lower in _OTHER_UNITS or tokens.words(at, "per", "cent")


def _joined(number: Match[Number], currency: Match[Currency], end: int) -> Match[Money]:
    amounts = [
        Money(amount=one.value, currency=unit.code, step=one.step)
        for one in number.candidates
        for unit in currency.candidates
    ]
    possible = [money for money in amounts if _has_coins_for(money)] or amounts
    reasons = [found.reason for found in (number, currency) if len(found.candidates) > 1]
    return Match(candidates=tuple(possible), end=end, reason=reasons[0] if reasons and len(possible) > 1 else None)


def _has_coins_for(money: Money) -> bool:
    """Return whether the currency has coins for the amount: ``¥1.250`` cannot be one yen and a quarter."""
    return DIGITS.get(money.currency or "", 2) > 0 or money.amount == money.amount.to_integral_value()


def _bare(tokens: Tokens, at: int, context: Context) -> Match[Money] | None:
    number = read_amount(tokens, at, context)
    if number is None:
        return None
    amounts = tuple(Money(amount=one.value, currency=None, step=one.step) for one in number.candidates)
    return Match(candidates=amounts, end=number.end, reason=number.reason)


def _in_words(tokens: Tokens, start: int, end: int) -> bool:
    """Return whether an amount has no figures apart from the cents: ``and no/100``."""
    return not any(
        tokens[at].kind is TokenKind.NUMBER and tokens[at - 1].text != "/" and tokens[at + 1].text != "/"
        for at in range(start, end)
    )


def _doublet(one: Match[Money], other: Match[Money], end: int) -> Match[Money]:
    """Join an amount in words and in figures; if they differ, both are candidates."""
    canonical = {money.canonical for money in other.candidates}
    both = tuple(money for money in one.candidates if money.canonical in canonical)
    if both:
        return Match(candidates=both, end=end, reason=one.reason if len(both) > 1 else None)
    return Match(candidates=one.candidates + other.candidates, end=end, reason=Reason.WORDS_AND_FIGURES_DIFFER)
