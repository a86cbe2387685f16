"""What kind of paper a document is, by its title, its first words and what it does; no field is left out by it.

A paper that changes another one names it with its date and lends nothing itself. One that has the whole of an agreement
in it, definitions and events of default included, is an agreement whatever its title says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.capabilities.baseline.aids import Role
from loanproof.documents import SectionKind
from loanproof.values import DATE_KIND, FACILITY_TYPE_KIND, MONEY_KIND

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

AGREEMENT, AMENDMENT, WAIVER, CONSENT, OTHER = "agreement", "amendment", "waiver", "consent", "other"
RESTATEMENT = "amendment_and_restatement"
CHANGES = frozenset({AMENDMENT, WAIVER, CONSENT})
"""The kinds that change another agreement and do not restate it."""
_TITLE = 1500
_FIRST_WORDS = 3000
_MANY_DEFINITIONS = 12
_MOST_OF_IT = 0.4
_RESTATES = re.compile(
    r"\bamendment\s+and\s+restatement\b|\brestatement\s+agreement\b|\bamend\s+and\s+restate\b", re.IGNORECASE
)
_BY_TITLE = (
    (
        AMENDMENT,
        re.compile(
            r"\bamendment\b|\bmodification\b|\bamending\b|\bsupplemental\s+(?:agreement|deed)\b|\bvariation\b",
            re.IGNORECASE,
        ),
    ),
    (WAIVER, re.compile(r"\bwaiver\b", re.IGNORECASE)),
    (
        CONSENT,
        re.compile(
            r"\bconsent\s+(?:letter|request|agreement)\b|\brequest\s+for\s+consent\b|\breservation\s+of\s+rights\b",
            re.IGNORECASE,
        ),
    ),
    (
        "term_sheet",
        re.compile(
            r"\bterm\s*sheet\b|\bsummary\s+of\s+(?:indicative\s+)?terms\b|\bindicative\s+terms\b", re.IGNORECASE
        ),
    ),
    ("fee_letter", re.compile(r"\bfee\s+letter\b", re.IGNORECASE)),
)
_TITLE_LINES = re.compile(r"[^\n]{3,120}(?:\n(?=[A-Z])[^\n]{2,80}){0,4}")
_NOUN = re.compile(
    r"\b(?:agreement|amendment|waiver|letter|deed|consent|notice|modification|facility|variation)\b", re.IGNORECASE
)
_REFERS = re.compile(
    r"\b(?:agreement|letter|deed|facilit(?:y|ies))\b(?:(?!\bagreement\b)[^.;]){0,60}?\b(?:dated|of|made\s+on)\s+(?:as\s+of\s+)?(?:the\s+)?(?=[0-9A-Z])",
    re.IGNORECASE,
)
_THIS = re.compile(r"\bthis\s+(?:(?!(?:the|that|to|of|is)\b)[\w&-]+\s+){0,8}\Z", re.IGNORECASE)
_LENDS = re.compile(
    r"\b(?:agrees?\s+(?:\w+,?\s+){0,12}?to\s+(?:lend|make|provide|advance|extend)|make[s]?\s+available\s+to|(?:is|are)\s+pleased\s+to\s+offer|"
    r"have\s+agreed\s+to\s+(?:lend|make|provide)|lends?\s+to\s+the|offers?\s+(?:to\s+)?(?:the\s+)?\w+\s+a\b)",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:is|are|shall\s+be|be|has\s+been|have\s+been)\s+(?:hereby\s+)?(?:amended|replaced|deleted|modified|restated|changed)\b",
    re.IGNORECASE,
)
_WAIVES = re.compile(
    r"\b(?:this\s+waiver|hereby\s+waives?|waiver\s+is\s+given|shall\s+not\s+be\s+a\s+default)\b", re.IGNORECASE
)
_CONSENTS = re.compile(r"\b(?:hereby\s+)?consents?\s+(?:under|to)\b", re.IGNORECASE)
_TERMS = (Role.FACILITY, Role.INTEREST, Role.REPAYMENT, Role.CONDITIONS, Role.EVENTS_OF_DEFAULT, Role.FEES)
_FEWEST_TERMS = 2


def document_kind(paper: Paper) -> str:
    """Return the kind as outputs name it."""
    title = paper.text[: min(_TITLE, max(paper.front().end, 400))]
    if _refers(paper) and (_RESTATES.search(title) or _holds_agreement(paper)):
        return RESTATEMENT
    titled = _by_title_line(paper)
    if titled is not None and _refers(paper) and _CHANGES.search(paper.text):
        return titled
    if _is_whole(paper):
        return AGREEMENT
    named = next((kind for kind, pattern in _BY_TITLE if pattern.search(title)), None)
    if named is not None and (named not in CHANGES or _refers(paper)):
        return named
    if _refers(paper) and not _lends(paper):
        return _by_what_it_does(paper)
    return AGREEMENT if is_loan(paper) else OTHER


def is_surely_change(paper: Paper) -> bool:
    """Tell whether a paper calls itself one that changes another, in its title; what it leaves is then unchanged."""
    return _by_title_line(paper) is not None and _refers(paper)


def _by_title_line(paper: Paper) -> str | None:
    """Return the kind that the title names, if that is one that changes another paper; titles of agreements do not."""
    for match in _TITLE_LINES.finditer(paper.text, 0, _TITLE):
        line = match[0]
        if _NOUN.search(line) and sum(one.isupper() for one in line) * 3 > sum(one.isalpha() for one in line):
            return next((kind for kind, pattern in _BY_TITLE if kind in CHANGES and pattern.search(line)), None)
    return None


def is_loan(paper: Paper) -> bool:
    """Return whether a paper is about a loan of its own: it lends, or has the clauses of an agreement that does."""
    if paper.tranches or _lends(paper):
        return True
    return sum(bool(paper.roles.spans(one)) for one in _TERMS) >= _FEWEST_TERMS


def _is_whole(paper: Paper) -> bool:
    roles = (Role.EVENTS_OF_DEFAULT, Role.REPRESENTATIONS, Role.FACILITY)
    return len(paper.definitions.all) >= _MANY_DEFINITIONS and sum(bool(paper.roles.spans(one)) for one in roles) >= 2


def _holds_agreement(paper: Paper) -> bool:
    """Return whether a schedule or exhibit is most of the paper: the agreement as it is restated."""
    attached = (SectionKind.EXHIBIT, SectionKind.SCHEDULE, SectionKind.ANNEX, SectionKind.APPENDIX)
    longest = max((len(one.span) for one in paper.document.sections if one.kind in attached), default=0)
    return longest > _MOST_OF_IT * len(paper.text) and len(paper.definitions.all) >= _MANY_DEFINITIONS


def _refers(paper: Paper) -> bool:
    """Return whether the first words name an agreement with its date."""
    for match in _REFERS.finditer(paper.text, 0, _FIRST_WORDS):
        if _is_itself(paper.text, match.start()):
            continue
        if any(
            one.span.start - match.end() < 12
            for one in paper.mentions.of(DATE_KIND)
            if one.span.start >= match.end() - 1
        ):
            return True
    return False


def _is_itself(text: str, at: int) -> bool:
    """Tell whether an agreement with a date is this one: ``THIS LOAN AGREEMENT dated …``, or the title of a cover."""
    before = text[max(0, at - 80) : at]
    line = text[text.rfind("\n", 0, at) + 1 : text.find("\n", at) if text.find("\n", at) > 0 else len(text)]
    return _THIS.search(before) is not None or not any(one.islower() for one in line)


def _lends(paper: Paper) -> bool:
    for match in _LENDS.finditer(paper.text):
        sentence = paper.passages.sentence_at(match.start())
        money = any(True for _ in paper.inside(MONEY_KIND, sentence))
        facility = any(True for _ in paper.inside(FACILITY_TYPE_KIND, sentence))
        if money or facility:
            return True
    return False


def _by_what_it_does(paper: Paper) -> str:
    if _CHANGES.search(paper.text):
        return AMENDMENT
    if _WAIVES.search(paper.text):
        return WAIVER
    return CONSENT if _CONSENTS.search(paper.text) else AGREEMENT if is_loan(paper) else OTHER
