"""Places that a citation describes instead of numbering: ``Preamble``, ``Definition of "Margin"``, ``main body``.

Only a number or letter can name a place that does not exist; a description that matches nothing is imprecise (C-34).
The text before the first clause is one place with many names (C-18).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.documents import SectionKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.documents import Document, Section
    from loanproof.values import SectionId

_SIGN = re.compile(r"\s*(?:(?P<several>¶¶|(?i:ss)\.)|¶|(?i:s|sect|par)\.)\s*(?=[0-9])")
_NUMBERED = re.compile(r"[0-9(A-Z]|(?:sched|exh|annex|app|para|recital|group)\.")
_FRONT_KINDS = frozenset({SectionKind.COVER, SectionKind.PARTIES, SectionKind.RECITAL})
_BEHIND_FRONT = frozenset({SectionKind.CLAUSE, SectionKind.ARTICLE, SectionKind.HEADING, SectionKind.PART})
_BODY_KINDS = _BEHIND_FRONT | {SectionKind.DEFINITION}
_FRONT_NAMES = frozenset(
    {"cover", "parties", "recital"}
    | {
        f"head:{words}"
        for words in (
            "introduction|introductory statement|introductory statements|introductory paragraph|opening paragraph|"
            "opening|first paragraph|preliminary statement|preliminary statements|title|heading|header|front matter|"
            "witnesseth|opening recital|opening recitals|parties and recitals|preamble and recitals|first page"
        ).split("|")
    }
)
_BODY_NAMES = frozenset(
    f"head:{words}"
    for words in (
        "main body|body|main text|operative provisions|operative part|operative text|main agreement|"
        "body of agreement|body of the agreement|main body of agreement|main body of the agreement"
    ).split("|")
)
_DEFINED_WITHIN = 200  # characters of a passage in which to look for its defined term


def spelled_out(cited: str) -> str:
    """Return a reference with its sign written as a word: ``¶ 3.2`` and ``s. 3.2`` are section 3.2."""
    sign = _SIGN.match(cited)
    if sign is None:
        return cited
    return ("Section " if sign["several"] is None else "Sections ") + cited[sign.end() :]


def is_description(cited: SectionId) -> bool:
    """Return whether a reference describes its place, without a number or letter that could be invented."""
    return _NUMBERED.match(cited.path[0]) is None


def names_front(cited: SectionId) -> bool:
    """Return whether a reference is a name for the text before the first clause."""
    return cited.path[0] in _FRONT_NAMES and len(cited.path) == 1


def is_front(document: Document, offset: int | None) -> bool:
    """Return whether a place is before the first clause of an agreement that has clauses."""
    if offset is None:
        return False
    here = document.section_at(offset)
    if here is not None and here.kind not in _FRONT_KINDS:
        return False
    starts = (section.span.start for section in document.sections if section.kind in _BEHIND_FRONT)
    if here is not None:
        return any(start > offset for start in starts)
    return offset < next(starts, 0)


def is_in_body(document: Document, cited: SectionId, offset: int) -> bool:
    """Return whether a reference is to the body as a whole, and the place is in a clause of it."""
    if cited.path[0] not in _BODY_NAMES:
        return False
    section = document.section_at(offset)
    while section is not None and section.kind in _BODY_KINDS and section.parent is not None:
        section = document.sections[section.parent]
    return section is not None and section.kind in _BODY_KINDS


def is_in_definition(
    document: Document, cited: SectionId, around: Sequence[tuple[Section, SectionId]], offset: int
) -> bool:
    """Return whether the place is in the definition that a reference names, in any of its paragraphs.

    Args:
        document: The document.
        cited: The reference: ``#margin`` and anything below it.
        around: The sections around the place with their ids, the innermost first.
        offset: Where the place begins.
    """
    term = cited.path[0]
    if not term.startswith("#"):
        return False
    for _, known in around:
        if term in known.path:
            inside = known.path[known.path.index(term) :]
            return inside[: len(cited.path)] == cited.path[: len(inside)]
    # a place in one definition is in another only if that one is inside it
    start, end = next(
        ((one.span.start, one.span.end) for one, id_ in around if id_.path[-1][0] == "#"), (0, len(document.text))
    )
    words = r"\W{1,3}".join(map(re.escape, term.removeprefix("#").split()))
    start = max(document.text.rfind("\n", 0, offset) + 1, offset - _DEFINED_WITHIN, start)
    quoted, means = rf"[“\"‘'„«]\s?{words}\s?[”\"’'“»]", rf"^\W{{0,3}}{words}:?\s(?:means?|has|have|shall)\b"
    defined = re.compile(f"{quoted}|{means}", re.IGNORECASE | re.MULTILINE)
    return len(cited.path) == 1 and defined.search(document.text, start, min(offset + _DEFINED_WITHIN, end)) is not None
