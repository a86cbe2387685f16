"""The guard of an extraction: what the documents alone say against its answers, by the rules and by added details.

Nothing is expected here. Only gold can show that another value would be right, or that one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import Derivation, FieldStatus, StatedDate
from loanproof.provenance import ClassName, NothingToCite
from loanproof.scoring.changing_words import sentences_of
from loanproof.scoring.extraction.absence import is_absence_of, says_absent
from loanproof.scoring.extraction.beside_words import words_beside
from loanproof.scoring.extraction.citations import cited_beside
from loanproof.scoring.extraction.companions import companion_checks, part_keys
from loanproof.scoring.extraction.context import AnswersContext
from loanproof.scoring.extraction.effective_dates import check_invented_date
from loanproof.scoring.extraction.own_quotes import effect_fault, quote_faults
from loanproof.scoring.extraction.plain_values import to_plain
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.stated import Reader
from loanproof.scoring.extraction.value_forms import rules_of_answer
from loanproof.scoring.guarded import GuardedItem, GuardFault, guarded_item, invented_faults
from loanproof.scoring.restated import replaced_fault, restated_faults
from loanproof.scoring.wording import quoted
from loanproof.scoring.written_values import write_value
from loanproof.standards import CLAUSES, CURRENCY, ValueKind
from loanproof.values import (
    CLAUSE_KIND,
    CONDITION_KIND,
    CURRENCY_KIND,
    DATE_KIND,
    MONEY_KIND,
    CalendarDate,
    Read,
    RelativeDate,
    describes_class,
    parts_of,
    tokenize,
    with_currency,
)

if TYPE_CHECKING:
    from loanproof.outputs import ExtractionOutput, FieldOutput
    from loanproof.provenance import DocumentSet
    from loanproof.scoring.extraction.stated import Stated
    from loanproof.standards import EvalStandard

_STATES_A_VALUE = (FieldStatus.EXTRACTED, FieldStatus.AMENDED)
_JOINING_WORDS = frozenset("( ) , + plus (plus and (and".split())


def guard_extraction(
    output: ExtractionOutput, documents: DocumentSet, standard: EvalStandard, as_of: str | None = None
) -> Iterator[GuardedItem]:
    """Yield each field of an output, fields of tranches last, with what the documents say against it."""
    context = AnswersContext(output, documents, standard, as_of)
    _read_in_own_currency(context)
    answers = ((field, None) for field in output.fields)
    cells = ((field, one.label) for one in output.tranches for field in one.fields)
    for field, tranche in chain(answers, cells):
        name = field.name if tranche is None else f"{tranche}/{field.name}"
        given = write_value(field.value)
        item = guarded_item(name, given, _faults(field, tranche, context), field.confidence, standard)
        yield replace(item, answer=field, tranche=tranche)


def _read_in_own_currency(context: AnswersContext) -> None:
    """Read a bare ``$`` as the currency that the output itself gives, if the document does not define it."""
    owners = (context.output.fields, *(one.fields for one in context.output.tranches))
    given = [field.value for fields in owners for field in fields if field.name == CURRENCY]
    read = [CURRENCY_KIND.read(value, context.notation) for value in given if isinstance(value, str)]
    codes = {one.value.code for one in read if isinstance(one, Read)}
    if len(codes) == 1:  # with several currencies a bare sign stays ambiguous
        context.notation = with_currency(context.notation, codes.pop())
        context.reader = Reader(context.standard, context.notation)


def _faults(answer: FieldOutput, tranche: str | None, context: AnswersContext) -> Iterator[GuardFault]:
    """Yield the faults of one answer: broken rules, quotes that contradict it, companions, words, effective date."""
    value = context.given(answer)
    is_stated = answer.status in _STATES_A_VALUE and (value.plain is not None or value.kind is ValueKind.YES_NO)
    is_none = says_absent(answer, context) and value.kind is not ValueKind.YES_NO
    own = frozenset[str]()
    if is_stated and not is_none:
        form, rules = rules_of_answer(_declared_if_counted(answer, context), context, tranche)
        if not _describes_class(answer, context) and not _is_type_as_quoted(answer, context):
            yield from (GuardFault(code=one.rule, sentence=one.sentence) for one in rules.checks if not one.passed)
        own = frozenset(key for part in rules.claim.parts for key in part_keys(part))  # checked by the rules
        yield from _against_quotes(form, answer, context)
        yield from quote_faults(answer, context)
        yield from restated_faults(answer.citations, context)
        beside = tuple(cited_beside(answer))
    else:
        beside = (*answer.citations, *cited_beside(answer))
    yield from invented_faults(context.provenance_of(beside, nothing_to_cite=NothingToCite.NOT_EXTRACTED))
    is_text = not isinstance(value.plain, Mapping)  # a structure has no words around its value
    if context.parameters.clarifications.companions and answer.derived is None and is_text:
        checks = (one for one in companion_checks(answer, own, (), context) if one.at_best.is_wrong)
        yield from (GuardFault(code=one.code, sentence=one.message) for one in checks)
    if is_stated and not is_none:
        words = sentences_of(words_beside(answer, (), context))
        yield from (GuardFault(code=code, sentence=sentence) for code, sentence in words)
    said = answer.effective_date
    date = check_invented_date(said.text, context) if isinstance(said, StatedDate) else None
    if date is not None:
        yield GuardFault(code=date.code, sentence=date.message)
    elif isinstance(said, StatedDate) and (day := effect_fault(answer, said.text, context)) is not None:
        yield day


def _declared_if_counted(answer: FieldOutput, context: AnswersContext) -> FieldOutput:
    """Return an answer declared as computed if its date follows from its own quotes, otherwise the answer as it is.

    The quotes must give a formula and the day from which it counts.
    """
    days = [one.day for one in context.given(answer).candidates if isinstance(one, CalendarDate)]
    quotes = [one.quote for one in answer.citations if one.quote]
    said = [
        one
        for quote in quotes
        for found in DATE_KIND.find(tokenize(quote), context.notation)
        for one in found.candidates
    ]
    formulas = [one for one in said if isinstance(one, RelativeDate)]
    anchors = [one.day for one in said if isinstance(one, CalendarDate)]
    follows = any(one.resolve({one.anchor: day}) in days for one in formulas for day in anchors)
    if answer.derived is not None or not days or not follows:
        return answer
    return replace(answer, derived=Derivation(how="counted from the day that is quoted", inputs=answer.citations))


def _is_type_as_quoted(answer: FieldOutput, context: AnswersContext) -> bool:
    """Return whether a facility type that the contract does not list is given in the words of its quotes (1.4)."""
    value = context.given(answer)
    if value.kind is not ValueKind.FACILITY_TYPE or value.text is None or value.candidates:
        return False
    wanted = " ".join(value.text.casefold().split())
    held = any(wanted in " ".join((one.quote or "").casefold().split()) for one in answer.citations)
    return bool(wanted) and held and context.provenance_of(answer.citations).class_name is ClassName.OK


def _describes_class(answer: FieldOutput, context: AnswersContext) -> bool:
    """Return whether parties are described instead of named, in words that a quote supports: ``each Subsidiary``."""
    value = context.given(answer)
    if not value.kind.is_party or value.text is None or not describes_class(value.text):
        return False
    claim = value.claim_of(parts_of(CONDITION_KIND, value.text))
    return context.provenance_of(answer.citations, claim).class_name is ClassName.OK


def _against_quotes(value: Stated, answer: FieldOutput, context: AnswersContext) -> Iterator[GuardFault]:
    """Yield faults of the value itself: contradicted by its quotes, with an unexplained amount, or stale.

    The original value of an amended field must appear in the documents as well.
    """
    quotes = [one.quote for one in answer.citations if one.quote]
    source = next(iter(context.documents))
    is_deleted = answer.status is FieldStatus.AMENDED  # an amendment quotes the clause that it deletes
    if value.is_no and answer.name in CLAUSES and not is_deleted:
        clause = CLAUSE_KIND.part(CLAUSES[answer.name])
        if any(source.locate_in(quote, clause) for quote in quotes):
            sentence = "The answer is no, but its own quote shows such a clause."
            yield GuardFault(code=Reason.FACT_DENIED, sentence=sentence)
    for written in _bare_amounts(answer, context):
        sentence = f"The output adds {quoted(written)} and does not say what it is."
        yield GuardFault(code=Reason.QUOTE_NO_SUPPORT, sentence=sentence)
    stale = replaced_fault(quotes, value.claim, context)
    if stale is not None:
        yield stale
    before = context.stated(answer.name, to_plain(answer.original_value))
    if before.plain is not None and not is_absence_of(before) and not is_present(before, context):
        sentence = f"{quoted(before)}, the original value, does not appear in the documents."
        yield GuardFault(code=Reason.VALUE_NOT_IN_DOCUMENT, sentence=sentence)


def _bare_amounts(answer: FieldOutput, context: AnswersContext) -> Iterator[str]:
    """Yield amounts that are added to the first without explanation: ``USD 5 million (plus USD 1 million)``."""
    value = context.given(answer)
    text = value.text or ""
    amounts = MONEY_KIND.find(tokenize(text), context.notation) if value.kind is ValueKind.MONEY else ()
    edges = (0, *(edge for one in amounts for edge in (one.span.start, one.span.end)), len(text))
    beside = " ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    known = {MONEY_KIND.canonical(one) for found in amounts[:1] for one in found.candidates}
    if _JOINING_WORDS.issuperset(beside.lower().split()):
        others = (one for one in amounts if known.isdisjoint(map(MONEY_KIND.canonical, one.candidates)))
        yield from (one.span.of(text) for one in others)
