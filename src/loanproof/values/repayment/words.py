"""The words of repayment, from ``classes.words.yaml``: the names of its classes, and those of a schedule's details."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.repayment.value import RepaymentClass
from loanproof.values.text.phrases import Phrases


class _Classes(WordTable):
    classes: dict[RepaymentClass, Words]
    first: SingleWords
    last: SingleWords
    last_payments: SingleWords
    links_to_amount: SingleWords
    of_instalments: SingleWords
    totals: SingleWords
    paying: SingleWords
    owed: SingleWords
    other_payments: SingleWords
    last_days: SingleWords
    whole: SingleWords
    revolving_things: SingleWords
    each_day: Words

    def faults(self) -> Iterator[WordFault]:
        yield from repeated_phrases((("classes", one.value), words) for one, words in self.classes.items())
        yield from repeated_phrases([(("first",), self.first), (("last",), self.last)])
        yield from repeated_phrases([(("owed",), self.owed), (("other_payments",), self.other_payments)])


_WORDS = load_words(__package__, "classes", _Classes)
CLASS_WORDS = Phrases.of(_WORDS.classes.items())
FIRST = frozenset(_WORDS.first)
LAST = frozenset(_WORDS.last)
LAST_PAYMENTS = frozenset(_WORDS.last_payments)
LINKS_TO_AMOUNT = frozenset({*_WORDS.links_to_amount, ",", ":"})
"""What may be between the last payment and its amount: ``a final one, in the sum of``."""
OF_INSTALMENTS = frozenset({*_WORDS.of_instalments, "-", ","})
"""What may be between a count and its instalments: ``twenty equal semi-annual instalments``."""
TOTALS = frozenset(_WORDS.totals)
PAYING = frozenset(_WORDS.paying)
OWED = frozenset(_WORDS.owed)
OTHER_PAYMENTS = frozenset(_WORDS.other_payments)
LAST_DAYS = frozenset(_WORDS.last_days)
WHOLE = frozenset(_WORDS.whole)
REVOLVING_THINGS = frozenset(_WORDS.revolving_things)
EACH_DAY = Phrases.of([(True, _WORDS.each_day)])
