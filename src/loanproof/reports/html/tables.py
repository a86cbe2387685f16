"""Tables that scroll on a narrow screen, and the small marks in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from loanproof.core import one_line
from loanproof.reports.heat_cells import UNANSWERED
from loanproof.reports.html.elements import Child, Html, element
from loanproof.reports.labels import LOOKS, label_of, look_of
from loanproof.reports.verdict_words import is_left_out
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.runs import ResultGate, ResultHead

Column: TypeAlias = "str | tuple[str, str]"
"""The heading of a column, or its heading and the class of its cells."""

NAME, NUMBER, WIDE = "name", "number", "wide"
_LONGEST_LABEL = 30
_FEW_COLUMNS = 8
_CLASSES = {
    Label.CORRECT.rank: "l-right",
    Label.SEMANTIC_MATCH.rank: "l-semantic",
    Label.PARTIAL.rank: "l-partial",
    Label.FAIL.rank: "l-fail",
    Label.HALLUCINATION.rank: "l-hallucination",
}


def table(title: str, columns: Sequence[Column], rows: Iterable[Sequence[Child]]) -> Html:
    """Return a table; every row has a cell for each column."""
    named = [column if isinstance(column, tuple) else (column, "") for column in columns]
    head = element("tr", *(element("th", name, scope="col", class_=kind or None) for name, kind in named))
    body = [
        element(
            "tr",
            *(
                element("td", cell, class_=kind or None, data_label=name or None)
                for cell, (name, kind) in zip(row, named, strict=True)
            ),
        )
        for row in rows
    ]
    # a table of few short columns is hard to read across a wide screen
    is_narrow = len(named) <= _FEW_COLUMNS and not any(kind == WIDE for _, kind in named)
    kind = "narrow" if is_narrow else None
    return scrolling(title, element("table", element("thead", head), element("tbody", *body), class_=kind))


def scrolling(title: str, content: Html) -> Html:
    """Return a part that scrolls sideways if it is too wide, also by keyboard."""
    return element("div", content, class_="scroll", role="group", aria_label=title, tabindex=0)


def facts(pairs: Iterable[tuple[str, Child]]) -> Html:
    """Return a list of names and their values."""
    return element("dl", *(element(tag, held) for pair in pairs for tag, held in zip(("dt", "dd"), pair, strict=True)))


def label_class(label: str) -> str:
    """Return the class that colours a label."""
    return "l-none" if label == UNANSWERED else _CLASSES[label_of(label).rank]


def label_mark(label: str) -> Html:
    """Return a label as letter and word on its colour."""
    look = look_of(label)
    words = look.words if label in LOOKS else one_line(label, _LONGEST_LABEL)
    return element("span", element("b", look.letter), words, class_=f"label {label_class(label)}")


def gate_mark(head: ResultHead, gate: ResultGate) -> Html:
    """Return whether a gate was passed, as a sign and a word."""
    if is_left_out(head, gate):
        return element("span", element("b", "–"), "not measured", class_="label l-none")
    if gate.passed:
        return element("span", element("b", "✓"), "passed", class_="label l-right")
    return element("span", element("b", "✗"), "FAILED", class_="label l-fail")


def rest_of(shown: int, total: int, what: str) -> Html | None:
    """Return how many are not shown, or ``None`` if all are."""
    if shown >= total:
        return None
    return element("p", f"{shown:,} of {total:,} {what} are shown; the JSON and CSV files hold all.", class_="dim")
