"""What contradicts the source, as a sentence: the same for answers, covenants and benchmark terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.wording import quoted

if TYPE_CHECKING:
    from loanproof.statements import Difference

_SENTENCES = {
    Reason.FACT_DENIED: "the document says {value}, which {given} denies",
    Reason.DIRECTION_TURNED: "the document says {source} of {value}, not {given}",
    Reason.PERIOD_DIFFERS: "the document gives {value} with {source}, not {given}",
    Reason.BASE_DIFFERS: "{value} is a share of {source}, not of {given}",
    Reason.SUBJECT_EXCHANGED: "the document says {value} of {source}, not of {given}",
    Reason.ALTERNATIVES_GIVEN: "the document says {value}; it is left open whether it is {given}",
    Reason.DIFFERENT: "the document says {source}, not {given}",
}


def tell(one: Difference, value: str) -> str:
    """Return what differs as a clause without a capital and a full stop; ``value`` names what it is said of."""
    return _SENTENCES[one.code].format(value=value, source=quoted(one.source), given=quoted(one.given))


def tell_sentence(one: Difference, value: str) -> str:
    """Return what differs as a sentence."""
    clause = tell(one, value)
    return f"{clause[0].upper()}{clause[1:]}."
