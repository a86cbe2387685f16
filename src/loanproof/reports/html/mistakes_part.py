"""What was wrong, in words, right below the verdict: what was expected, what was given, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import counted
from loanproof.reports.html.elements import Html, element, said, value
from loanproof.reports.html.tables import label_mark

if TYPE_CHECKING:
    from loanproof.reports.html.pictures import Pictures
    from loanproof.reports.mistakes import Mistake, Mistakes


def render_mistakes(mistakes: Mistakes, pictures: Pictures) -> Html | None:
    """Return the worst mistakes, or ``None`` if everything is right."""
    shown = mistakes.worst
    if not shown:
        return None
    rest = mistakes.total - len(shown)
    more = element("p", f"and {counted(rest, 'more mistake')}, see the worst cases below.", class_="dim")
    return element(
        "section",
        element("h2", "What was wrong", id="wrong"),
        element("div", *(_mistake(mistake, pictures) for mistake in shown), class_="cards"),
        more if rest else None,
        aria_labelledby="wrong",
    )


def _mistake(mistake: Mistake, pictures: Pictures) -> Html:
    often = f", {len(mistake.repeats)} of {mistake.asked} answers" if mistake.asked > 1 else ""
    if mistake.is_cited_wrong:
        told = element("span", said(mistake.why or ""), class_="told")
        sides = [_side("the value is right", value(mistake.given), "good"), _side("its citation is not", told, "bad")]
    else:
        given = "given" if mistake.note is None else f"given: {mistake.note}"
        sides = [_side("expected", value(mistake.expected), "good"), _side(given, value(mistake.given), "bad")]
    return element(
        "article",
        element("h3", said(mistake.name), label_mark(mistake.item.label)),
        element("p", value(mistake.case_id), often, class_="dim small"),
        element("div", *sides, class_="pair"),
        None if mistake.cited is None else element("p", "cited: ", said(mistake.cited)),
        None if mistake.why is None or mistake.is_cited_wrong else element("p", said(mistake.why), class_="dim"),
        *(pictures.render(evidence) for evidence in mistake.item.evidence[:1]),
        class_="card",
    )


def _side(caption: str, text: Html, kind: str) -> Html:
    return element("div", element("span", caption, class_="caption"), text, class_=f"side {kind}")
