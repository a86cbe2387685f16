"""What kind of paper a document is, judged by its title, its first words and what it does.

A paper that changes another names that paper with its date and lends nothing itself. A paper that contains a whole
agreement, including definitions and events of default, is an agreement whatever its title says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.capabilities.baseline.aids.changes import instructions
from loanproof.capabilities.baseline.changed_values import changes_term
from loanproof.core import PhrasePattern, Span, WordTable, load_words
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, FACILITY_TYPE_KIND, MONEY_KIND, CalendarDate, IncompleteDate, RelativeDate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.capabilities.baseline.aids import Paper
    from loanproof.values import Found

    DateValue = CalendarDate | IncompleteDate | RelativeDate

AGREEMENT, AMENDMENT, WAIVER, CONSENT, OTHER = "agreement", "amendment", "waiver", "consent", "other"
RESTATEMENT = "amendment_and_restatement"
CHANGES = frozenset({AMENDMENT, WAIVER, CONSENT})
"""The kinds that change another agreement without restating it."""
_TITLE = 1500  # characters in which the title is looked for
_FIRST_WORDS = 3000  # characters in which a paper gives its date and names the paper it changes
_MANY_DEFINITIONS = 12  # a whole agreement has at least this many
_MOST_OF_IT = 0.4  # share of the text; no ordinary schedule is so long


class _Kinds(WordTable):
    """The phrases that show the kind of a paper; the table explains each list."""

    amendment: PhrasePattern
    waiver: PhrasePattern
    consent: PhrasePattern
    term_sheet: PhrasePattern
    fee_letter: PhrasePattern
    restates: PhrasePattern
    amends: PhrasePattern
    waives: PhrasePattern
    consents: PhrasePattern
    told: PhrasePattern


_WORDS = load_words(__package__, "document_kind", _Kinds)
_BY_TITLE = (
    (AMENDMENT, _WORDS.amendment),
    (WAIVER, _WORDS.waiver),
    (CONSENT, _WORDS.consent),
    ("term_sheet", _WORDS.term_sheet),
    ("fee_letter", _WORDS.fee_letter),
)
_TITLE_LINES = re.compile(r"[^\n]{3,120}(?:\n(?=[A-Z])[^\n]{2,80}){0,4}")
_NOUN = re.compile(
    r"\b(?:agreement|amendment|waiver|letter|deed|consent|notice"
    r"|modification|facility|variation|addendum|supplement)\b",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:agreement|letter|deed|contract|facilit(?:y|ies))\b(?:(?!\b(?:agreement|shall|will)\b)[^.;]){0,60}?"
    r"\b(?:dated|of|on|made\s+as\s+of)\s+(?:as\s+of\s+)?(?:the\s+)?\Z",
    re.IGNORECASE,
)
_BEFORE = 110  # characters before a date in which the dated paper is named
_RESTATED = re.compile(
    r"^[ \t]*(?:[A-Z]+[ ]){0,3}(?:AMENDED[ ]AND[ ]RESTATED|RESTATED)[ ]"
    r"(?:[A-Z&-]+[ \n]+){0,8}(?:AGREEMENT|DEED|LETTER|CONTRACT)",
    re.MULTILINE,
)  # the title of a paper that restates another, not of one that only amends it
_OF_ANOTHER = re.compile(
    r"\b(?:to|of|under)(?:\s+(?:the|a|that|certain|[a-z]{2,6}(?:st|nd|rd|th)))*\s*\Z", re.IGNORECASE
)  # "Amendment No. 5 to the Second" before "Amended and Restated Credit Agreement"
_LOAN_TITLE = re.compile(
    r"^[ \t]*(?:[A-Z][A-Z-]+[ ]){0,6}(?:LOAN|CREDIT|FACILIT(?:Y|IES)|OVERDRAFT)[ ](?:AND[ ][A-Z]+[ ])?"
    r"(?:AGREEMENT|LETTER|DEED|CONTRACT|NOTE)[ \t]*$",
    re.MULTILINE,
)  # the whole line: the title of a guarantee, or of another paper that goes with a loan, says more
_NAME = re.compile(r"\bagreement\b|\b\w+\s+(?:letter|deed)\b|\bfacilit(?:y|ies)\b", re.IGNORECASE)
_THIS = re.compile(r"\bthis\s+(?:(?!(?:the|that|to|of|is)\b)[\w&-]+\s+){0,8}\Z", re.IGNORECASE)
_LENDS = re.compile(
    r"\b(?:agrees?\s+(?:\w+,?\s+){0,12}?to\s+(?:lend|make|provide|advance|extend)"
    r"|make[s]?\s+available\s+to|(?:is|are)\s+pleased\s+to\s+offer|"
    r"have\s+agreed\s+to\s+(?:lend|make|provide)|lends?\s+to\s+the|offers?\s+(?:to\s+)?(?:the\s+)?\w+\s+a\b)",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:pleased\s+to\s+(?:offer|advise|confirm|inform|grant|approve)|letter\s+of\s+offer|hereby\s+offers?)\b",
    re.IGNORECASE,
)
_AMOUNT_FIELD = "facility_amount"
_TERM_FIELDS = frozenset({"margin", "tenor", "maturity_date", "repayment_schedule", "borrower", "facility_type"})
_MIN_TERMS_OF_TABLE = 3  # terms beside the amount that make a table the terms of a loan
_TERMS = (Role.FACILITY, Role.INTEREST, Role.REPAYMENT, Role.CONDITIONS, Role.EVENTS_OF_DEFAULT, Role.FEES)
_MIN_LOAN_CLAUSES = 2  # typical loan clauses that make a paper a loan
_LOAN_CLAUSES_OF_AGREEMENT = 4  # a paper with this many typical loan clauses makes a loan, whatever it consents to


def document_kind(paper: Paper) -> str:
    """Return the kind of a paper, by the name that outputs use."""
    title = paper.text[: min(_TITLE, max(paper.front().end, 400))]
    if _refers(paper) and (_WORDS.restates.search(title) or _holds_agreement(paper)):
        return RESTATEMENT
    if _is_restated(title) and is_loan(paper):
        return RESTATEMENT
    titled = _by_title_line(paper)
    if titled is not None and _refers(paper) and next(instructions(paper), None) is not None:
        return titled
    if _is_whole(paper):
        return AGREEMENT
    named = next((kind for kind, pattern in _BY_TITLE if pattern.search(title)), None)
    if named is not None and (named not in CHANGES or _refers(paper)):
        return named
    if _refers(paper) and not _lends(paper) and _count_terms(paper) < _LOAN_CLAUSES_OF_AGREEMENT:
        return _by_what_it_does(paper)
    return AGREEMENT if is_loan(paper) else OTHER


def _is_restated(title: str) -> bool:
    """Return whether a title is that of a restated agreement, and not of an amendment to one."""
    return any(_OF_ANOTHER.search(title, 0, match.start()) is None for match in _RESTATED.finditer(title))


def is_change(paper: Paper) -> bool:
    """Return whether a paper changes another one without containing it: what it does not mention is unchanged."""
    kind = document_kind(paper)
    if kind != RESTATEMENT or is_loan(paper):
        return kind in CHANGES
    return not _holds_agreement(paper) and not _is_whole(paper)


def is_surely_change(paper: Paper) -> bool:
    """Return whether the title says that a paper changes another one, so that what it does not mention is unchanged."""
    return _by_title_line(paper) is not None and _refers(paper)


def _by_title_line(paper: Paper) -> str | None:
    """Return the kind of change that the title names, such as a waiver; None for the title of an agreement."""
    for match in _TITLE_LINES.finditer(paper.text, 0, _TITLE):
        line = match[0]
        # A title is the first line that names a type of paper and is more than a third capitals.
        if _NOUN.search(line) and sum(one.isupper() for one in line) * 3 > sum(one.isalpha() for one in line):
            return next((kind for kind, pattern in _BY_TITLE if kind in CHANGES and pattern.search(line)), None)
    return None


def is_loan(paper: Paper) -> bool:
    """Return whether a paper is about a loan of its own: it lends, or has the clauses of an agreement that lends."""
    if paper.tranches or _lends(paper) or _LOAN_TITLE.search(paper.text, 0, _TITLE) or _offers_terms(paper):
        return True
    return _count_terms(paper) >= _MIN_LOAN_CLAUSES


def _offers_terms(paper: Paper) -> bool:
    """Return whether a letter offers what a table of terms below it describes: its amount and enough of the rest."""
    fields = {str(field) for one in paper.labelled if one.is_in_table for field in one.fields}
    has_terms = _AMOUNT_FIELD in fields and len(fields & _TERM_FIELDS) >= _MIN_TERMS_OF_TABLE
    return has_terms and _OFFERS.search(paper.text, 0, _FIRST_WORDS) is not None


def _count_terms(paper: Paper) -> int:
    """Return how many of the typical clauses of a loan a paper has."""
    return sum(bool(paper.roles.spans(one)) for one in _TERMS)


def _is_whole(paper: Paper) -> bool:
    """Return whether a paper contains a whole agreement: many definitions and at least two of its main clauses."""
    roles = (Role.EVENTS_OF_DEFAULT, Role.REPRESENTATIONS, Role.FACILITY)
    return len(paper.definitions.all) >= _MANY_DEFINITIONS and sum(bool(paper.roles.spans(one)) for one in roles) >= 2


def _holds_agreement(paper: Paper) -> bool:
    """Return whether a schedule or exhibit is most of the paper: it is then the agreement as restated."""
    attached = (SectionKind.EXHIBIT, SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX)
    longest = max((len(one.span) for one in paper.document.sections if one.kind in attached), default=0)
    return longest > _MOST_OF_IT * len(paper.text) and len(paper.definitions.all) >= _MANY_DEFINITIONS


def own_day(paper: Paper) -> tuple[str, Span] | None:
    """Return the date of the paper itself: the first date that is not the date of another paper."""
    return next(
        (
            (day.candidates[0].canonical, day.span)
            for day in _first_days(paper)
            if isinstance(day.candidates[0], CalendarDate) and not _is_of_another(paper, day.span)
        ),
        None,
    )


def _refers(paper: Paper) -> bool:
    """Return whether the first words name another agreement with its date."""
    return any(_is_of_another(paper, day.span) for day in _first_days(paper))


def _first_days(paper: Paper) -> Iterator[Found[DateValue]]:
    return paper.inside(DATE_KIND, Span(0, min(_FIRST_WORDS, len(paper.text))))


def _is_of_another(paper: Paper, day: Span) -> bool:
    """Return whether a date is the date of another paper, named right before it."""
    start = max(0, day.start - _BEFORE)
    match = _REFERS.search(paper.text[start : day.start])
    return match is not None and not _is_itself(paper.text, start + match.start())


def _is_itself(text: str, at: int) -> bool:
    """Return whether a dated agreement is this paper: ``THIS LOAN AGREEMENT dated …``, or the title on a cover.

    A title in capitals belongs to another paper if this one never calls itself by that name: a letter may be headed
    with the agreement that it is about.
    """
    if _THIS.search(text[max(0, at - 80) : at]):
        return True
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    if any(one.islower() for one in text[start : end if end > 0 else len(text)]):
        return False
    name = _NAME.search(text, start, at + 20)
    return name is None or re.search(rf"\bthis\s+(?:\w+\s+)?{name[0]}\b", text, re.IGNORECASE) is not None


def _lends(paper: Paper) -> bool:
    """Return whether a sentence with a sum or a type of facility makes a loan, instead of reporting another loan."""
    for match in _LENDS.finditer(paper.text):
        sentence = paper.passages.sentence_at(match.start())
        money = any(True for _ in paper.inside(MONEY_KIND, sentence))
        facility = any(True for _ in paper.inside(FACILITY_TYPE_KIND, sentence))
        is_told = _WORDS.told.search(paper.text, sentence.start, match.end()) is not None
        if (money or facility) and not is_told:
            return True
    return False


def _by_what_it_does(paper: Paper) -> str:
    """Return the kind of a paper without a clear title, from what it does to the paper that it names."""
    for kind, words in ((AMENDMENT, _WORDS.amends), (WAIVER, _WORDS.waives), (CONSENT, _WORDS.consents)):
        if words.search(paper.text):
            return kind
    if is_loan(paper):
        return AGREEMENT
    return AMENDMENT if changes_term(paper) else OTHER
