"""What was wrong, in words, right below the verdict: what was expected, what was given, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.reports.html.elements import Html, element, join, said, value
from loanproof.reports.html.tables import facts, label_mark
from loanproof.reports.verdict_words import counted

if TYPE_CHECKING:
    from loanproof.reports.mistakes import Mistake, Mistakes


def render_mistakes(mistakes: Mistakes) -> Html | None:
    """Return the worst mistakes, or nothing where everything is right."""
    shown = mistakes.worst
    if not shown:
        return None
    rest = mistakes.total - len(shown)
    more = element("p", f"and {counted(rest, 'more mistake')}, see the worst cases below.", class_="dim")
    return element(
        "section",
        element("h2", "What was wrong", id="wrong"),
        element("div", *map(_mistake, shown), class_="cards"),
        more if rest else None,
        aria_labelledby="wrong",
    )


def _mistake(mistake: Mistake) -> Html:
    often = f", {len(mistake.repeats)} of {mistake.asked} answers" if mistake.asked > 1 else ""
    title = element("strong", said(mistake.name))
    place = None if mistake.place is None else ("place", said(mistake.place))
    pairs = [
        ("expected", value(mistake.expected)),
        ("given", value(mistake.given)),
        *([place] if place else []),
        *([("why", said(mistake.why))] if mistake.why else []),
    ]
    about = element("span", value(mistake.case_id), often, class_="dim")
    return element(
        "div", element("p", join((title, " ", label_mark(mistake.item.label), " ", about))), facts(pairs), class_="item"
    )
