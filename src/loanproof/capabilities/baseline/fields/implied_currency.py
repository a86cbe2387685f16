"""The currency that a bare sign means if the document does not say: that of its reference rate or of its law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import Words, WordTable, load_words
from loanproof.values import LAW_KIND, REFERENCE_RATE_KIND, LawUse, candidates_of

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.capabilities.baseline.fields.candidate import Candidate
    from loanproof.values import Context


class _Implied(WordTable):
    """For each currency, the reference rates that are quoted in it and the codes of the laws of its country."""

    rates: dict[str, Words]
    laws: dict[str, Words]


_TABLE = load_words(__package__, "implied_currency", _Implied)
_CURRENCY_OF_RATE = {name: code for code, names in _TABLE.rates.items() for name in names}
_CURRENCY_OF_LAW = {name: code for code, names in _TABLE.laws.items() for name in names}


def implied_currencies(paper: Paper) -> Iterator[str]:
    """Yield the currencies of the document's reference rates, the most frequent first, then those of its law."""
    families = Counter(
        rate.family.value for found in paper.mentions.of(REFERENCE_RATE_KIND) for rate in found.candidates[0].rates
    )
    yield from (_CURRENCY_OF_RATE[family] for family, _ in families.most_common() if family in _CURRENCY_OF_RATE)
    for found in paper.mentions.of(LAW_KIND):
        law = found.candidates[0]
        if law.use is LawUse.GOVERNING:
            yield from (
                _CURRENCY_OF_LAW[part]
                for code in law.codes
                for part in (code, code.partition("-")[0])
                if part in _CURRENCY_OF_LAW
            )


def quoted_in(code: str, candidates: Sequence[Candidate], context: Context) -> Sequence[Candidate]:
    """Return the reference rates that may be quoted in a currency, or all of them if none may."""

    def fits(one: Candidate) -> bool:
        quoted = set(_currencies_of(one, context))
        return not quoted or code in quoted

    return [one for one in candidates if fits(one)] or candidates


def _currencies_of(candidate: Candidate, context: Context) -> Iterator[str]:
    """Yield the currencies in which a proposed reference rate is quoted; none if the table does not list it."""
    written = candidate.value
    text = written.get("family") if isinstance(written, dict) else written
    reading = REFERENCE_RATE_KIND.parse(str(text), context)
    for value in candidates_of(reading):
        yield from (
            _CURRENCY_OF_RATE[rate.family.value] for rate in value.rates if rate.family.value in _CURRENCY_OF_RATE
        )
