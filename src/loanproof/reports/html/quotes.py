"""A citation next to its source: what the output quoted, what the document says, and the words that differ."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from loanproof.core import clip
from loanproof.reports.html.elements import Html, element, escape, join, said, value
from loanproof.reports.html.tables import facts

if TYPE_CHECKING:
    from loanproof.runs import ResultDifference, ResultEvidence

_MOST_MARKS = 12
_LONGEST = 1_200


def render_citation(evidence: ResultEvidence, told: Container[str]) -> Html:
    """Return a citation: its place, its quote and the source, with differing words marked in both.

    If nothing differs, the whole source is marked, because that is what was quoted. The sentence on the citation is
    left out if it is already in ``told``.
    """
    cited = evidence.cited
    place = ", ".join(
        part
        for part in (
            cited.document,
            f"page {cited.page}" if cited.page else None,
            f"section {cited.section}" if cited.section else None,
        )
        if part
    )
    pairs: list[tuple[str, Html]] = [("cited", value(place or None, nothing="no place"))]
    if cited.quote:
        pairs.append(("quote", _marked(cited.quote, (one.found for one in evidence.differs))))
    if evidence.snippet:
        where = "" if evidence.shown_page is None else f" (page {evidence.shown_page})"
        pairs.append((f"source{where}", _source(evidence)))
    pairs += [("differs", _difference(one)) for one in evidence.differs[:_MOST_MARKS]]
    message = None if evidence.message in told else join((said(evidence.message), " "))
    pairs.append(("citation", join((message, element("code", evidence.citation_class)))))
    return facts(pairs)


def _source(evidence: ResultEvidence) -> Html:
    if not evidence.differs:
        return element("bdi", element("mark", clip(evidence.snippet, _LONGEST)), class_="value")
    return _marked(evidence.snippet, (one.expected for one in evidence.differs))


def _marked(text: str, words: Iterable[str]) -> Html:
    """Return a text in which the first occurrence of each of these words is marked, from left to right."""
    rest, parts = clip(text, _LONGEST), list[Html]()
    for word in list(words)[:_MOST_MARKS]:
        before, found, after = rest.partition(word) if word.strip() else (rest, "", "")
        if not found:
            continue
        parts += [escape(before), element("mark", found)]
        rest = after
    return element("bdi", *parts, rest, class_="value")


def _difference(one: ResultDifference) -> Html:
    source = f"the document says “{clip(one.expected)}”" if one.expected else "the document has nothing there"
    found = f"the quote “{clip(one.found)}”" if one.found else "the quote leaves it out"
    where = {True: ", which appears elsewhere", False: ", which does not appear in it", None: ""}[one.stands_elsewhere]
    return element("span", f"{source}, {found} ({one.token_class}{where})", class_="said")
