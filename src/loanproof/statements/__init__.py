"""What a text says about its values: how each is compared, whether it is denied, for what period, of what and of whom.

The same reader takes answers, gold quotes and passages of the source; :mod:`comparison` holds two statements against
each other, part by part.
"""

from loanproof.statements.sentences import (
    ends_with_abbreviation,
    plain_text,
    split_sentences,
    without_abbreviation_stops,
)
from loanproof.statements.text import ARTICLES, StatedText, stated_in
from loanproof.statements.values import StatedValue

__all__ = [
    "ARTICLES",
    "StatedText",
    "StatedValue",
    "ends_with_abbreviation",
    "plain_text",
    "split_sentences",
    "stated_in",
    "without_abbreviation_stops",
]
