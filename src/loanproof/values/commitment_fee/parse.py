"""From a text to a commitment fee."""

from __future__ import annotations

from loanproof.core import FileModel, load_words
from loanproof.values.commitment_fee.value import CommitmentFee, FeeBase, FeeBasis, FeeType
from loanproof.values.grid.parse import read_condition
from loanproof.values.grid.value import Condition, GridRow
from loanproof.values.margin.priced_text import Priced, counts_other_period, read_price, read_priced
from loanproof.values.percentage.forms import read_bare_figure
from loanproof.values.percentage.value import Percentage
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.schedule.parse import read_levels
from loanproof.values.schedule.value import Level
from loanproof.values.text.absence import NOTHING, NOTHING_IN_A_SENTENCE, says_nothing
from loanproof.values.text.phrases import Phrases, inside, sentence_of, states_roughly
from loanproof.values.text.tokens import Tokens, tokenize


class NoFeeWords(FileModel):
    """The words for a fee that is not payable."""

    no_fee: tuple[str, ...]


_BASES = Phrases.of(
    [
        (
            FeeBase.TOTAL,
            (
                "drawn or undrawn|drawn or not|drawn and undrawn|whether or not drawn|whether drawn or undrawn"
                "|used or unused|regardless of usage|whether used or unused|total commitments|total commitment"
                "|aggregate commitments|aggregate amount of the commitments|full amount of the commitments"
                "|regardless of utilisation|regardless of utilization"
            ),
        ),
        (
            FeeBase.UNDRAWN,
            (
                "undrawn|unused|unutilised|unutilized|undisbursed|unfunded|uncancelled|uncanceled"
                "|available commitment|available commitments|unborrowed|uncalled|available facility"
            ),
        ),
    ]
)
# Words for the whole of a facility, unless the text says that the fee is on what is undrawn of it.
_WHOLE = Phrases.of(
    [
        (
            FeeBase.TOTAL,
            (
                "sanctioned amount|sanctioned limit|facility amount|total facility|aggregate facility|entire facility"
                "|total amount|full amount|loan amount|drawn amount|drawn amounts|outstanding loans"
            ),
        )
    ]
)
_TYPES = Phrases.of([(FeeType.FACILITY, "facility fee|facility fees"), (FeeType.TICKING, "ticking fee|ticking fees")])
_OTHER_FEES = Phrases.of(
    [
        (
            True,
            (
                "utilisation fee|utilization fee|arrangement fee|upfront fee|up front fee|agency fee|participation fee"
                "|exit fee|prepayment fee|structuring fee|work fee"
            ),
        )
    ]
)
_OWN_FEES = Phrases.of([(True, "commitment|commitments|facility fee|ticking fee|undrawn|unused|fee letter")])
_ONCE = Phrases.of([(True, "flat|one off|one time|once|upfront|up front|lump sum|single payment")])
_FEE_LETTER = Phrases.of([(True, "fee letter|fee letters|fees letter|fee side letter|fee agreement")])
_NO_FEE = Phrases.of([(True, "|".join(load_words(__package__, "no_fee", NoFeeWords).no_fee))])


def parse_commitment_fee(text: str, context: Context = NO_CONTEXT) -> Reading[CommitmentFee]:
    """Read a text that states a commitment fee, a reference to a fee letter, or that there is none."""
    tokens = tokenize(text)
    named = _TYPES.first_in(tokens)
    fee_type = FeeType.COMMITMENT if named is None else named[0]
    base = read_base(tokens)
    if states_roughly(tokens):
        return Unreadable(sentence_of(text, "states a fee only roughly"))
    if counts_other_period(tokens):
        return Unreadable(sentence_of(text, "states a rate for another period than a year"))
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
    """Tell whether a text says that no fee is payable; in a document such words stand inside a sentence."""
    is_denied = any(words.first_in(tokens) is not None for words in (NOTHING_IN_A_SENTENCE, _NO_FEE))
    return is_denied or says_nothing(text) or NOTHING.is_all_of(text.rpartition(":")[2])


def read_base(tokens: Tokens) -> FeeBase | None:
    """Return what a text says a fee is charged on, if it says so."""
    charged = _BASES.first_in(tokens) or _WHOLE.first_in(tokens)
    return None if charged is None else charged[0]


def _rows(priced: tuple[Priced, ...], context: Context) -> tuple[GridRow, ...]:
    return tuple(GridRow(when=read_condition(one.words, context), value=one.value) for one in priced)


def _dated_rows(levels: tuple[Level[Percentage], ...]) -> tuple[GridRow, ...]:
    """Return rates that change on dates as rows, each with its days in one form of words."""
    return tuple(GridRow(when=Condition(words=_days(level)), value=level.value) for level in levels)


def _days(level: Level[Percentage]) -> str:
    first = "" if level.start is None else f"from {level.start.isoformat()}"
    last = "" if level.end is None else f"until {level.end.isoformat()}"
    return f"{first} {last}".strip()
