"""Repayment of the whole loan on one day, in a sentence: ``pay the unpaid principal amount on the Maturity Date``.

A verb of payment, the principal or the loan, and the last day must be in one sentence. Interest or a fee paid on that
day is not a repayment.
"""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.values.date.forms import read_date
from loanproof.values.repayment.words import LAST_DAYS, OTHER_PAYMENTS, OWED, PAYING, WHOLE
from loanproof.values.text.tokens import Tokens

_ON = frozenset({"on", "upon", "at", "by"})
_ENDS = frozenset({".", ";"})
_LONGEST = 60  # tokens of a sentence on either side of the verb
_LONGEST_DAY = 6  # tokens from "on" to "Date": on the Final Maturity Date
# Words of what goes with the loan: together with all accrued and unpaid interest.
_ADDED = OTHER_PAYMENTS | {"all", "any", "accrued", "unpaid", "and", "the", "then", "outstanding", "other", ","}
_THEN = frozenset({"which", "when", "whereupon"})  # on the Expiry Date, at which time the whole principal is due


def repays_on_the_last_day(tokens: Tokens) -> bool:
    """Return whether a sentence says that the principal is paid on the last day, or all of it on one calendar day."""
    return any(
        tokens[at].lower in PAYING
        and any(way(tokens, at) for way in (_pays_it, _falls_due, _falls_due_then, _on_it_pays))
        for at in range(len(tokens))
    )


def _pays_it(tokens: Tokens, verb: int) -> bool:
    """Whether the loan and the last day follow the verb, in either order: ``repay Loans on the Maturity Date``."""
    owed = whole = on_last_day = False
    for at in range(verb + 1, verb + _LONGEST):
        word = tokens[at].lower
        if not word or ends_sentence(tokens, at) or (word in OTHER_PAYMENTS and not owed):
            return False
        owed = owed or word in OWED
        whole = whole or word in WHOLE
        is_day = is_last_day(tokens, at + 1) or (whole and read_date(tokens, at + 1) is not None)
        on_last_day = on_last_day or (word in _ON and is_day)
        if owed and on_last_day:
            return True
    return False


def _falls_due(tokens: Tokens, verb: int) -> bool:
    """Return whether the loan precedes the verb and the last day follows: ``Loans are payable at maturity``."""
    ahead = next((at for at in range(verb + 1, verb + 4) if tokens[at].lower in _ON), None)
    if ahead is None or not is_last_day(tokens, ahead + 1):
        return False
    before = {tokens[at].lower for at in _back_in_sentence(tokens, verb) if not _is_added(tokens, at)}
    return bool(OWED & before) and not OTHER_PAYMENTS & before


def _is_added(tokens: Tokens, at: int) -> bool:
    """Return whether a payment only goes with the loan: ``the principal, together with all accrued interest``."""
    while at > 0 and tokens[at].lower in _ADDED:
        at -= 1
    return tokens[at].lower in ("with", "plus")


def _falls_due_then(tokens: Tokens, verb: int) -> bool:
    """Whether everything falls due on a day named before: ``the Expiry Date, when the entire principal is due``."""
    between: set[str] = set()
    for at in _back_in_sentence(tokens, verb):
        if tokens[at].lower in _THEN and any(is_last_day(tokens, at - back) for back in range(2, _LONGEST_DAY + 2)):
            return bool(OWED & between and WHOLE & between) and not OTHER_PAYMENTS & between
        between.add(tokens[at].lower)
    return False


def _on_it_pays(tokens: Tokens, verb: int) -> bool:
    """Whether the last day precedes the verb and the whole loan follows: ``On the Maturity Date, repay all``."""
    days = (at for at in _back_in_sentence(tokens, verb) if tokens[at].lower in _ON and is_last_day(tokens, at + 1))
    if next(days, None) is None:
        return False
    behind: set[str] = set()
    for at in range(verb + 1, verb + _LONGEST):
        word = tokens[at].lower
        if not word or ends_sentence(tokens, at) or (word in OTHER_PAYMENTS and not OWED & behind):
            break
        behind.add(word)
    return bool(OWED & behind) and bool(WHOLE & behind)


def _back_in_sentence(tokens: Tokens, verb: int) -> Iterator[int]:
    for at in range(verb - 1, max(-1, verb - _LONGEST), -1):
        if ends_sentence(tokens, at):
            return
        yield at


def is_last_day(tokens: Tokens, at: int) -> bool:
    """Whether the last day of a loan is named here: ``the Final Maturity Date``, ``the Final Repayment Date``."""
    named = next((place for place in range(at, at + _LONGEST_DAY) if _names_last_day(tokens, place)), None)
    if named is None or any(tokens[place].text in _ENDS for place in range(at, named)):
        return False
    alone = named == at or (named == at + 1 and tokens[at].lower == "final")
    return tokens[named + 1].lower == "date" or (alone and tokens[named].lower == "maturity")


def _names_last_day(tokens: Tokens, at: int) -> bool:
    return tokens[at].lower in LAST_DAYS or tokens.words(at - 1, "final", "repayment")


def ends_sentence(tokens: Tokens, at: int) -> bool:
    """Return whether a sentence, or the item of a list, ends here."""
    is_abbreviated = tokens[at - 1].lower == "cent" and tokens[at + 1].text[:1].islower()  # 5 per cent. of the Loans
    return tokens[at].text in _ENDS and bool(tokens.gap(at + 1)) and not is_abbreviated
