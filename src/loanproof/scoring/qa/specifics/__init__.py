"""Checks specifics without a type (C-22): numbers with what they count, times, years, names, addresses, references."""

from loanproof.scoring.qa.specifics.computed import Computation, computation_of
from loanproof.scoring.qa.specifics.content import to_confirm, with_specifics
from loanproof.scoring.qa.specifics.sources import Sources
from loanproof.scoring.qa.specifics.ungrounded import ungrounded_words

__all__ = ["Computation", "Sources", "computation_of", "to_confirm", "ungrounded_words", "with_specifics"]
