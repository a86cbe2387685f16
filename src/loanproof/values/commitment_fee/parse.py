"""From a text to a commitment fee; the words of fees are in ``fees.words.yaml``."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import SingleWords, WordFault, Words, WordTable, load_words, repeated_phrases
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBase, FeeBasis, FeeType
from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import Condition, GridRow
from loanproof.values.margin.priced_text import Priced, read_price, read_priced
from loanproof.values.percentage.forms import read_bare_figure
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.schedule.parse import read_levels
from loanproof.values.schedule.value import Level
from loanproof.values.text.absence import NOTHING, NOTHING_IN_A_SENTENCE, says_nothing
from loanproof.values.text.phrases import Phrases, inside, sentence_of, states_roughly
from loanproof.values.text.tokens import Tokens, tokenize


class _Fees(WordTable):
    bases: dict[FeeBase, Words]
    whole: Words
    types: dict[FeeType, Words]
    other_fees: Words
    own_fees: Words
    once: Words
    fee_letter: Words
    own_names: Words
    no_fee: Words
    denying: SingleWords
    between_denial_and_name: SingleWords

    def faults(self) -> Iterator[WordFault]:
        bases = [(("bases", base.value), words) for base, words in self.bases.items()]
        yield from repeated_phrases([*bases, (("whole",), self.whole)])
        types = [(("types", one.value), words) for one, words in self.types.items()]
        yield from repeated_phrases([*types, (("other_fees",), self.other_fees)])


_WORDS = load_words(__package__, "fees", _Fees)
_BASES = Phrases.of(_WORDS.bases.items())
# Words for the whole facility, unless the text says that the fee is on its undrawn part.
_WHOLE = Phrases.of([(FeeBase.TOTAL, _WORDS.whole)])
_TYPES = Phrases.of(_WORDS.types.items())
_OTHER_FEES = Phrases.of([(True, _WORDS.other_fees)])
_OWN_NAMES = Phrases.of([(True, _WORDS.own_names)])
_OWN_FEES = Phrases.of([(True, (*_WORDS.own_fees, *_WORDS.own_names))])
_ONCE = Phrases.of([(True, _WORDS.once)])
_FEE_LETTER = Phrases.of([(True, _WORDS.fee_letter)])
_NO_FEE = Phrases.of([(True, _WORDS.no_fee)])
_DENYING = frozenset(_WORDS.denying)
_NAMING = frozenset(word for name in _WORDS.own_names for word in name.split())
_BETWEEN = _NAMING.union(_WORDS.between_denial_and_name, "-")


def parse_commitment_fee(text: str, context: Context = NO_CONTEXT) -> Reading[CommitmentFee]:
    """Read a text that states a commitment fee, a reference to a fee letter, or that there is none."""
    tokens = tokenize(text)
    named = _TYPES.first_in(tokens)
    fee_type = FeeType.COMMITMENT if named is None else named[0]
    base = read_base(tokens)
    if states_roughly(tokens):
        return Unreadable(sentence_of(text, "states a fee only roughly"))
    if _OTHER_FEES.first_in(tokens) is not None and _OWN_FEES.first_in(tokens) is None:
        return Unreadable(sentence_of(text, "states another fee than one for commitments"))
    priced = read_priced(tokens, context)
    running = any(one.value.per_annum or one.value.of_margin for one in priced)
    if priced and not running and _ONCE.first_in(tokens) is not None:
        return Unreadable(sentence_of(text, "states a fee that is paid once, not by the year"))
    if len(priced) == 1:
        value = priced[0].value
        basis = FeeBasis.SHARE_OF_MARGIN if value.of_margin else FeeBasis.PER_ANNUM
        return Read(value=CommitmentFee(basis=basis, value=value, on=base, fee_type=fee_type))
    if priced:
        rows = _dated_rows(read_levels(tokens, context, read_price)) or _rows(priced, context)
        return Read(value=CommitmentFee(basis=FeeBasis.GRID, on=base, rows=rows, fee_type=fee_type))
    if _FEE_LETTER.first_in(tokens) is not None:
        return Read(value=CommitmentFee(basis=FeeBasis.FEE_LETTER, fee_type=fee_type))
    start, end = inside(tokens)
    bare = read_bare_figure(tokens, start, context=context)
    if bare is not None and bare.end >= end and len(bare.candidates) == 1:
        return Read(value=CommitmentFee(basis=FeeBasis.PER_ANNUM, value=bare.candidates[0]))
    if _says_none(text, tokens):
        return Read(value=CommitmentFee(basis=FeeBasis.NONE))
    return Unreadable(sentence_of(text, "states no commitment fee, and does not say that there is none"))


def _says_none(text: str, tokens: Tokens) -> bool:
    """Return whether a text says that no fee is payable; in a document these words are part of a sentence."""
    is_denied = any(words.first_in(tokens) is not None for words in (NOTHING_IN_A_SENTENCE, _NO_FEE))
    is_denied = is_denied or any(_is_denied(tokens, at) for _, at, _ in _OWN_NAMES.each_in(tokens))
    return is_denied or says_nothing(text) or NOTHING.is_all_of(text.rpartition(":")[2])


def _is_denied(tokens: Tokens, at: int) -> bool:
    """Return whether the name of a fee is behind a word that denies it: ``no standby fee``, ``not pay any unused fee``.

    A comma between them parts names of the fee: ``no commitment, standby or facility fee``.
    """
    place = at - 1
    while place >= 0 and tokens[place].lower not in _DENYING:
        parts_names = tokens[place].text == "," and tokens[place - 1].lower in _NAMING
        if tokens[place].lower not in _BETWEEN and not parts_names:
            return False
        place -= 1
    return place >= 0


def read_base(tokens: Tokens) -> FeeBase | None:
    """Return what a fee is charged on, if the text says so."""
    charged = _BASES.first_in(tokens) or _WHOLE.first_in(tokens)
    return None if charged is None else charged[0]


def _rows(priced: tuple[Priced, ...], context: Context) -> tuple[GridRow, ...]:
    return tuple(GridRow(when=read_condition(one.words, context), value=one.value) for one in priced)


def _dated_rows(levels: tuple[Level[Percentage], ...]) -> tuple[GridRow, ...]:
    """Return rates that change on dates as rows, with their days in a uniform wording."""
    return tuple(GridRow(when=Condition(words=_days(level)), value=level.value) for level in levels)


def _days(level: Level[Percentage]) -> str:
    first = "" if level.start is None else f"from {level.start.isoformat()}"
    last = "" if level.end is None else f"until {level.end.isoformat()}"
    return f"{first} {last}".strip()
