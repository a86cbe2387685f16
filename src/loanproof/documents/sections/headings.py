"""What a line may be: the heading of an article, clause or schedule, or the start of a lettered paragraph.

A line is only a *candidate* here, weighted by its own words and by whether a sentence had ended before it. The sequence
of all candidates decides later (``numbering``, ``levels``).
"""

from __future__ import annotations

import re
from collections import deque
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from loanproof.documents.model import SectionKind
from loanproof.documents.sections.definitions import (
    OPENING_QUOTES,
    definition_at,
    plain_definition_at,
    term_words,
)
from loanproof.documents.sections.lines import BLANKS, TITLE_WORDS, Rest, rest_before
from loanproof.values import CARDINALS, MONTH_NAMES, ORDINALS, roman_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loanproof.documents.sections.lines import Line


class Form(StrEnum):
    """How a candidate is written."""

    ARTICLE = "article"  # ARTICLE II, Article 2
    SECTION = "section"  # SECTION 3: one whole number after the word
    NUMBER = "number"  # 5.  5.1  Section 2.05  § 2.05  Clause 5
    LETTERED = "lettered"  # A.1  A1  B2.5  Section C.3: a number that begins with a letter
    ITEM = "item"  # (a)  (ii)  (A)  (1)  a)  A.
    ATTACHED = "attached"  # Schedule 1, Exhibit A, Annex I, Appendix 3
    PART = "part"  # Part II
    DEFINITION = "definition"  # "Margin" means
    MARK = "mark"  # CONTENTS, PARTIES, WHEREAS, IN WITNESS WHEREOF


class Candidate(NamedTuple):
    """A line that may begin a section.

    Attributes:
        form: How it is written.
        label: Its number or letter as written, without brackets; for a mark its kind.
        line: The position of its line.
        start: Where it begins in the text.
        after: Where its label ends.
        weight: The evidence for it; below :data:`LEAST_WEIGHT` it is a cross-reference.
        kind: The kind of an attachment or mark.
        opens_page: Whether an attachment is the first line of its page.
    """

    form: Form
    label: str
    line: int
    start: int
    after: int
    weight: int
    kind: SectionKind = SectionKind.CLAUSE
    opens_page: bool = False


LISTED = frozenset({Form.ARTICLE, Form.SECTION, Form.NUMBER, Form.LETTERED, Form.ATTACHED, Form.PART})
"""What a table of contents lists, with its lists of schedules and exhibits."""
LEAST_WEIGHT = 2
REFERRED_TO = -10  # the weight of a label that is certainly a reference
_MOST_IN_WORDS = 20
_NUMERALS = tuple(word for word, value in CARDINALS.items() if 0 < value <= _MOST_IN_WORDS)
_ORDINALS = tuple(word for word, value in ORDINALS.items() if 0 < value <= _MOST_IN_WORDS)
_WORDS = {word: str(value) for table in (CARDINALS, ORDINALS) for word, value in table.items()}
_SAME_LINE = "".join(blank for blank in BLANKS if len(f".{blank}.".splitlines()) == 1)
_LETTERED = r"[A-Z](?:[0-9]{0,2}(?:\.[0-9]{1,3}){1,3}|[0-9]{1,2}(?!\.?[0-9]))"
_HEAD = re.compile(
    rf"(?P<word>(?i:article|section|sec\.|clause|schedule|exhibit|annex(?:ure)?|appendix|part)\b"
    rf"|§{{1,2}})[{BLANKS}]{{0,4}}"
    rf"(?i:no\.?\s)?(?P<label>[0-9]{{1,3}}[A-Z]?(?:\.[0-9]{{1,3}}[A-Z]?){{0,3}}|{_LETTERED}"
    rf"|[IVXLC]{{1,7}}(?:\.[0-9]{{1,3}}){{0,3}}|(?!OF\b)[A-Z]{{1,2}}|(?i:{'|'.join(_NUMERALS)}))"
    r"(?P<suffix>-[0-9]{1,2})?(?P<levels>(?:\([a-z]{1,3}\)){0,2})[0-9¹²³⁰⁴-⁹]?(?![\w(])"
    rf"|(?i:the\s)?(?P<ordinal>(?i:{'|'.join(_ORDINALS)}))\s(?i:schedule)(?!\w)"
    rf"|(?P<number>(?:[0-9]{{1,3}}[A-Z]?|[IVX]{{1,5}}(?=\.[0-9]))(?:\.[0-9]{{1,3}}[A-Z]?){{0,3}})"
    rf"(?P<dot>[.)]?)(?=[{BLANKS}“\"\[A-Z]|$)"
    rf"|(?P<lettered>{_LETTERED})(?P<point>[.)]?)(?=[{BLANKS}“\"\[]|$)"
    rf"|(?P<items>(?:\((?:[A-Za-z]{{1,5}}|[0-9]{{1,2}})\)[{_SAME_LINE}]{{0,20}}){{1,4}})"
    rf"|(?P<half>[a-z]{{1,5}}|[A-Z]{{1,4}})[.)](?=[{BLANKS}])"
)
_MARK = re.compile(
    r"(?P<contents>(?i:(?:table\s+of\s+)?contents|index)\s?:?)$"
    r"|(?P<parties>(?i:(?:the\s+)?parties|between)\s?:?$"
    r"|(?:THIS|This)\s(?:[A-Z][\w’'&-]{0,20},?\s|and\s|to\s|of\s){0,12}"
    r"(?:AGREEMENT|Agreement|DEED|Deed|LETTER|AMENDMENT|Amendment|CONTRACT|Contract)\b"
    r"|(?:[A-Z][\w’'&-]{0,20}\s|and\s|to\s|of\s){0,12}(?:AGREEMENT|Agreement|AMENDMENT|Amendment|WAIVER|Waiver|DEED)"
    r"(?:\s\(|,?\s(?:is\s)?)(?:this|the|dated|made|entered)\b)"
    r"|(?P<recital>(?i:recitals?|background|preliminary\s+statements?|w\s?i\s?t\s?n\s?e\s?s\s?s\s?e\s?t\s?h)\s?:?$"
    r"|(?:WHEREAS|Whereas)\b)"
    r"|(?P<signature>(?i:signatories|signatures|signature\s+pages?|execution\s+pages?)\s?:?$"
    r"|[\[(](?=[^\n]{0,120}[\])]$)[^\n]{0,80}?\b(?i:signatures?\b[^\n]{0,40}?\bfollow(?:s|ing)?)\b"
    r"|(?:IN WITNESS WHEREOF|In witness whereof|In Witness Whereof))"
)
# COMMITMENT SCHEDULE, SCHEDULE OF LENDERS, ANNEX: an attachment that has a name and no number
_UNNUMBERED = re.compile(
    r"(?:[A-Z&][A-Z&’'/-]{1,20}[ \xa0]){0,4}(?P<word>SCHEDULE|EXHIBIT|ANNEX|APPENDIX)"
    r"(?:[ \xa0]OF(?:[ \xa0][A-Z&][A-Z&’'/-]{1,20}){1,6})?\s{0,9}"
)
ATTACHED_WORDS = {
    "schedule": SectionKind.SCHEDULE, "exhibit": SectionKind.EXHIBIT, "annex": SectionKind.ANNEX,
    "annexure": SectionKind.ANNEX, "appendix": SectionKind.APPENDIX,
}  # fmt: skip
_MARK_KINDS = {
    "contents": SectionKind.CONTENTS, "parties": SectionKind.PARTIES, "recital": SectionKind.RECITAL,
    "signature": SectionKind.SIGNATURE,
}  # fmt: skip
MONTH = re.compile(rf"(?i:{'|'.join(MONTH_NAMES)})\b")
_REFERRED = re.compile(
    r"\s?(?:[,;)\]]|(?:above|below|hereof|thereof|and|or|to|through|of|shall|is|are|was|hereto|herein|attached)\b)"
)
_TITLE_IN_BRACKETS = re.compile(r"^\s{0,3}\([^()\n]{5,100}\)")  # longer than the label of a paragraph
_REST_WEIGHTS = {Rest.ENDED: 2, Rest.OPEN: 0, Rest.GOES_ON: -3, Rest.NAMES: REFERRED_TO}
# Behind a sentence a definition may begin, or the next section in the same paragraph: "due. 4.2 Fees. The Borrower"
_SENTENCE_END = re.compile(
    rf"(?<!\bNo)(?<!\bNos)[.;][)”\"’]?[{_SAME_LINE}]{{1,4}}"
    rf"(?=[{''.join(OPENING_QUOTES)}]|(?:(?:SECTION|Section|CLAUSE|Clause|§)[{_SAME_LINE}]?)?[A-Z]?[0-9]{{0,3}}\.[0-9])"
)
_IN_LIST = re.compile(r"(?::|;(?:\s+(?:and|or))?)\s*\Z")
_NEXT_NUMBER = re.compile(r"\n[ \t]*[0-9]{1,3}\.[0-9]")
_TAIL = 12
_REST = 160
_IN_TITLES = TITLE_WORDS - {"at", "by", "from"}  # small words that a title may go on with
_MARK_LENGTH = 400


def find_candidates(text: str, lines: Sequence[Line]) -> tuple[Candidate, ...]:
    """Return every line that may begin a section, in order. One pass; weights are not applied yet.

    If a word is alone on its line and its number on the next, the two are one candidate.
    """
    found: list[Candidate] = []
    behind = deque(match.end() for match in _SENTENCE_END.finditer(text))
    reached = 0
    for at, line in enumerate(lines):
        if line.start >= reached and _may_begin(text, line.start):
            found += _candidates(text, lines, at)
            reached = found[-1].after if found else 0
        while behind and behind[0] < line.end:
            start = behind.popleft()
            if start > line.start and start >= reached:
                found += _later_definition(text, start, at)
                found += _later_number(text, start, lines, at)
    return tuple(found)


def _later_number(text: str, start: int, lines: Sequence[Line], at: int) -> Iterator[Candidate]:
    """Yield a section that begins within a line, after a sentence; it needs a title or sentence of its own."""
    match = _HEAD.match(text, start, lines[at].end)
    if match is None or match["items"] or match["half"] or match["ordinal"] or match["levels"]:
        return
    one = _numbered(text, match, lines, at)
    if one.form in (Form.NUMBER, Form.LETTERED) and "." in one.label and _title_weight(text, match, lines, at) > 0:
        yield one._replace(start=start, weight=LEAST_WEIGHT)


def _later_definition(text: str, start: int, at: int) -> Iterator[Candidate]:
    """Yield a definition that begins within a line, after a sentence; only definition clauses have these."""
    defined = definition_at(text, start) if text[start] in OPENING_QUOTES else None
    if defined is not None:
        yield Candidate(Form.DEFINITION, defined.words, at, start, defined.end, 0, SectionKind.DEFINITION)


def _may_begin(text: str, start: int) -> bool:
    """Return quickly whether a line can begin a section: most continue a sentence in lower case."""
    if not text[start].islower():
        return True
    label = text[start : start + 6]
    return ")" in label or "." in label


def is_referred(text: str, after: int) -> bool:
    """Return whether the text after a label shows a mere reference: ``above``, ``of this``, a comma."""
    return _REFERRED.match(text, after, after + 20) is not None


def label_at(text: str, line: Line) -> tuple[str, str, int] | None:
    """Return word, label and end of the numbered label that a line begins with, for tables of contents."""
    if not _may_begin(text, line.start):
        return None
    match = _HEAD.match(text, line.start, line.end)
    if match is None or match["items"] or match["half"]:
        return None
    word = (match["word"] or ("schedule" if match["ordinal"] else "")).lower()
    return word, match["label"] or match["ordinal"] or _in_figures(match["number"] or match["lettered"]), match.end()


def _in_figures(label: str) -> str:
    """Return a label written in words in figures, and ``II.1`` as ``2.1``; an article keeps its numeral."""
    first, point, below = label.partition(".")
    value = roman_value(first) if point else None
    return _WORDS.get(label.lower(), label) if value is None else f"{value}.{below}"


def _candidates(text: str, lines: Sequence[Line], at: int) -> Iterator[Candidate]:
    line = lines[at]
    if text[line.start] in OPENING_QUOTES:
        yield from _definition(text, line.start, at)
        return
    match = _HEAD.match(text, line.start, max(line.end, line.start + 16))
    if match is not None and _begins_a_list(text, match, line):
        match = None
    if match is None and (defined := plain_definition_at(text, line.start)) is not None:
        # a term without quotes, in bold on the page; only a definitions clause may contain it
        if rest_before(text, line) is Rest.ENDED:
            yield Candidate(Form.DEFINITION, defined.words, at, line.start, defined.end, 0, SectionKind.DEFINITION)
    elif match is None and (named := _UNNUMBERED.fullmatch(text, line.start, line.end)) is not None:
        weight = LEAST_WEIGHT if line.apart or line.after_short else 0
        kind, label = ATTACHED_WORDS[named["word"].lower()], term_words(named[0])
        yield Candidate(Form.ATTACHED, label, at, line.start, line.start, weight, kind, line.opens_page)
    elif match is None:
        mark = _MARK.match(text, line.start, min(line.end, line.start + _MARK_LENGTH))
        if mark is not None and mark.lastgroup is not None and rest_before(text, line) in (Rest.ENDED, Rest.OPEN):
            kind = _MARK_KINDS[mark.lastgroup]
            yield Candidate(Form.MARK, mark.lastgroup, at, line.start, mark.end(), LEAST_WEIGHT, kind)
    elif match["items"]:
        yield from _items(text, match, line, at)
    elif match["half"]:
        yield Candidate(Form.ITEM, match["half"], at, line.start, match.end(), _rest_weight(text, line))
    else:
        labelled = at if match.end() <= line.end or at + 1 == len(lines) else at + 1
        yield _numbered(text, match, lines, labelled)._replace(start=line.start)


def _begins_a_list(text: str, match: re.Match[str], line: Line) -> bool:
    """Return whether the number below ``SCHEDULE`` is the first of its list: ``1. The Borrower``."""
    is_below = match.end() > line.end and (match["word"] or "").lower() in ATTACHED_WORDS
    return is_below and text[match.end() : match.end() + 1] in (".", ")")


def _items(text: str, match: re.Match[str], line: Line, at: int) -> Iterator[Candidate]:
    weight = _rest_weight(text, line)
    if weight < LEAST_WEIGHT and _REFERRED.match(text, match.end("items"), line.end):
        weight = REFERRED_TO
    for item in re.finditer(r"\((\w+)\)", match["items"]):
        start = line.start + item.start()
        yield Candidate(Form.ITEM, item[1], at, start, line.start + item.end(), weight)
    if text[match.end() : match.end() + 1] in OPENING_QUOTES:
        yield from _definition(text, match.end(), at)


def _definition(text: str, start: int, at: int) -> Iterator[Candidate]:
    definition = definition_at(text, start)
    if definition is not None:
        kind = SectionKind.DEFINITION
        yield Candidate(Form.DEFINITION, definition.words, at, start, definition.end, LEAST_WEIGHT, kind)


def _numbered(text: str, match: re.Match[str], lines: Sequence[Line], at: int) -> Candidate:
    """Weigh a numbered line; ``at`` is the line of the number, which may be below its word."""
    line, word = lines[at], (match["word"] or "").lower()
    if match["ordinal"] or word in ATTACHED_WORDS:
        return _attached(text, match, lines, at)
    label = _in_figures(match["label"] or match["number"] or match["lettered"])
    weight = 1 + _rest_weight(text, lines[at - (match.start() < line.start)]) + _title_weight(text, match, lines, at)
    if word == "article":
        form = Form.ARTICLE
    elif word == "part":
        form = Form.PART
    elif not label[0].isdigit() and any(map(str.isdigit, label)):
        form = Form.LETTERED
    elif label[0].isdigit():
        form = Form.SECTION if word and label.isdigit() and word != "clause" else Form.NUMBER
    else:
        form, weight = (Form.SECTION, weight) if word == "section" else (Form.NUMBER, 0)
    is_whole = label.isdigit() if form is Form.NUMBER else form is Form.LETTERED and "." not in label
    if is_whole and not word and not match["dot"] and not match["point"]:
        # a page number, a footnote, a row of a table, or a heading without its point; a paragraph goes on after a comma
        rest = text[match.end() : line.end].rstrip()
        goes_on = rest.endswith(",") and at + 1 < len(lines) and not lines[at + 1].apart
        weight -= 5 if not rest or (rest[-1] in ".;," and not goes_on) else 2
    if match["levels"]:
        weight = 0  # Section 2.05(b) is always a reference
    return Candidate(form, label, at, line.start, match.end(), weight)


def _attached(text: str, match: re.Match[str], lines: Sequence[Line], at: int) -> Candidate:
    """Weigh a schedule: its line must be a heading, short, and not part of a sentence or the start of one."""
    line = lines[at]
    word = "schedule" if match["ordinal"] else match["word"].lower()
    label = _WORDS[match["ordinal"].lower()] if match["ordinal"] else match["label"]
    label = _WORDS.get(label.lower(), label) + (match["suffix"] or "") + (match["levels"] or "")
    rest = _TITLE_IN_BRACKETS.sub("", text[match.end() : max(line.end, match.end())]).strip()
    heading = (
        (line.opens_page or rest_before(text, line) is Rest.ENDED or match.start() < line.start)
        and len(rest) <= _REST
        and (not rest or rest[0] in '-–—:([“".' or rest[0].isupper() or rest.startswith("to "))
        and not rest.endswith((",", ";"))
        and len(rest.split()) <= 16
        and not _goes_on(text, lines, at)
    )
    weight = 1 + 2 * heading + line.apart
    weight = weight if heading else 0
    return Candidate(Form.ATTACHED, label, at, line.start, match.end(), weight, ATTACHED_WORDS[word], line.opens_page)


def _goes_on(text: str, lines: Sequence[Line], at: int) -> bool:
    """Return whether the sentence of a line continues below it: ``Schedule 3.15`` and then ``sets forth``."""
    if at + 1 == len(lines) or text[lines[at].end - 1] in ".:":
        return False
    following = lines[at + 1]
    word = text[following.start : following.start + 12].split(maxsplit=1)[0]
    return not following.apart and word[0].islower() and word not in _IN_TITLES


def _rest_weight(text: str, line: Line) -> int:
    """Weigh whether a sentence had ended before a line."""
    return _REST_WEIGHTS[rest_before(text, line)]


def _is_clause_of_list(text: str, line: Line) -> bool:
    """Return whether a line begins one of several paragraphs that are a list: ``11.1 a sum is not paid when due;``."""
    end = text.find("\n\n", line.start)
    paragraph = text[line.start : len(text) if end < 0 else end]
    return _IN_LIST.search(text[: line.before][-_TAIL:]) is not None and _NEXT_NUMBER.search(paragraph) is None


def _title_weight(text: str, match: re.Match[str], lines: Sequence[Line], at: int) -> int:
    """Weigh the text after a number: a title is evidence for a heading, a continuing phrase against it."""
    end = max(lines[at].end, match.end())
    rest = text[match.end() : min(end, match.end() + _REST)].lstrip(BLANKS + ".:—–-)")
    if not rest:
        if at + 1 == len(lines):
            return -2
        following = text[lines[at + 1].start]
        return 1 if following.isupper() or following in '“"[(' else -1
    if MONTH.match(rest):
        return -6
    beyond = _TITLE_IN_BRACKETS.sub("", rest).lstrip()  # Clause 5.1 (Delivery of a Request) applies
    is_title = rest[0].isupper() or rest[0] in '“"[(‘'
    if is_title and not beyond[:1].islower():
        return 2
    is_listed = "." in (match["number"] or "") and lines[at].apart and _is_clause_of_list(text, lines[at])
    return 0 if is_listed and rest[0].islower() else -4
