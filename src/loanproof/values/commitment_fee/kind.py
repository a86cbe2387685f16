"""Commitment fees: a rate, a share of the margin, a grid, a fee letter, or none."""

from __future__ import annotations

import re
from typing import Any

from loanproof.core import Span
from loanproof.values.commitment_fee.compare import compare_commitment_fees
from loanproof.values.commitment_fee.find import find_commitment_fees
from loanproof.values.commitment_fee.parse import parse_commitment_fee
from loanproof.values.commitment_fee.structure import COMMITMENT_FEE_STRUCTURE
from loanproof.values.commitment_fee.value import CommitmentFee
from loanproof.values.kind import Kind, Part
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.percentage.kind import CHARGED_RATE_KIND, PERCENTAGE_KIND
from loanproof.values.prose import prose_parts
from loanproof.values.reading import Comparison, Context, Found, Reading, candidates_of
from loanproof.values.text.tokens import Tokens

_FEE = re.compile(r"\bfees?\b", re.IGNORECASE)


class CommitmentFeeKind(Kind[CommitmentFee]):
    """Commitment fees: a rate, a share of the margin, a grid, a fee letter, or none."""

    name = "commitment_fee"
    noun = "commitment fee"
    structure = COMMITMENT_FEE_STRUCTURE

    def parse(self, text: str, context: Context) -> Reading[CommitmentFee]:
        """Read a text that states a commitment fee, a reference to a fee letter, or that there is none."""
        return parse_commitment_fee(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[CommitmentFee], ...]:
        """Find every rate in running text that could be a commitment fee."""
        return find_commitment_fees(tokens, context)

    def canonical(self, value: CommitmentFee) -> str:
        """Return the one text that equal values share."""
        return value.canonical

    def compare(self, expected: CommitmentFee, given: CommitmentFee) -> Comparison:
        """Compare a given value with the expected one."""
        return compare_commitment_fees(expected, given)

    def forms(self, value: CommitmentFee) -> tuple[str, ...]:
        """Return the rates in the units they were written in, or the words of a fee without a rate."""
        rates = "; ".join(PERCENTAGE_KIND.forms(rate)[0] for rate in value.rates)
        return (rates or value.basis.value.replace("_", " "), value.canonical)

    def parts(self, value: CommitmentFee) -> tuple[Part[Any], ...]:
        """Return every rate and the figures of the conditions of a grid; a fee without a rate is one part."""
        if not value.rates:
            return (self.part(value),)
        parts: list[Part[Any]] = [CHARGED_RATE_KIND.part(rate) for rate in value.rates]
        parts += [part for row in value.rows for part in prose_parts(row.when.words)]
        return tuple(dict.fromkeys(parts))

    def appears(self, value: CommitmentFee, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return where the rates appear or, without any, the paragraphs on fees that say so or name a fee letter."""
        if value.rates:
            return mentions.together(self.parts(value), strictness)
        if strictness.is_presence:
            return mentions.whole
        return tuple(span for span, _ in mentions.paragraphs if self._says(value, span.of(mentions.text), mentions))

    def _says(self, value: CommitmentFee, passage: str, mentions: Mentions) -> bool:
        if _FEE.search(passage) is None:
            return False
        said = candidates_of(parse_commitment_fee(passage, mentions.context))
        return any(one.basis is value.basis for one in said)


COMMITMENT_FEE_KIND = CommitmentFeeKind()
