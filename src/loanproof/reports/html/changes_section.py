"""What changed since the previous run, regressions first, and the trend over several runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loanproof.core import counted, plain_name
from loanproof.reports.gate_names import CAPABILITY_WORDS
from loanproof.reports.html.elements import Html, element, join, said, value
from loanproof.reports.html.page import Section
from loanproof.reports.html.plots import sparkline
from loanproof.reports.html.tables import NAME, NUMBER, WIDE, Column, label_mark, rest_of, table
from loanproof.reports.label_changes import fold_changes
from loanproof.reports.mistakes import value_words
from loanproof.reports.verdict_words import moved_words, write_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports.comparison import RunComparison
    from loanproof.reports.trends import Trend

_MOST_LABELS = 100
_MOST_ITEMS = 40


def regressions_section(comparison: RunComparison) -> Section:
    """Return the comparison with the previous run."""
    told = (
        f"Against run {comparison.before.run_id} ({comparison.before.model_id} {comparison.before.model_version}): "
        f"{counted(comparison.pairs, 'answer')} paired, {moved_words(comparison)}."
    )
    gone = len(comparison.only_before)
    return Section(
        id="regressions",
        title=f"Regressions ({len(comparison.worse):,})",
        body=join(
            (
                element("p", told),
                *(element("p", element("strong", note)) for note in comparison.notes),
                element("p", f"{counted(gone, 'answer')} of the run before are not in this one.") if gone else None,
                _labels(comparison),
                _capabilities(comparison),
                _items(comparison),
            )
        ),
    )


def trend_section(trend: Trend) -> Section:
    """Return each capability and field over the runs, oldest on the left."""
    named: list[tuple[str, Sequence[float | None]]] = [
        (CAPABILITY_WORDS[name], held) for name, held in trend.capabilities.items()
    ]
    named += [(plain_name(one.field), one.scores) for one in trend.fields]
    runs: list[Column] = [(run_id[:24], NUMBER) for run_id in trend.run_ids]
    rows = [(name, sparkline(scores), *(write_figure(score) for score in scores)) for name, scores in named]
    return Section(id="trend", title="Trend", body=table("Trend", ["", "trend", *runs], rows))


def _labels(comparison: RunComparison) -> Html | None:
    if not comparison.worse:
        return element("p", "No label got worse.")
    folded = fold_changes(comparison.worse)
    rows = [
        (
            value(change.case_id),
            ", ".join(map(str, repeats)),
            said(change.name),
            value(value_words(change.expected)),
            join((label_mark(change.before), element("div", value(value_words(change.given_before))))),
            join((label_mark(change.after), element("div", value(value_words(change.given_after))))),
            "" if change.why is None else said(change.why),
        )
        for change, repeats in folded[:_MOST_LABELS]
    ]
    columns: list[Column] = [
        ("case", NAME),
        ("repeats", NUMBER),
        ("item", NAME),
        ("expected", WIDE),
        ("before", WIDE),
        ("now", WIDE),
        ("why", WIDE),
    ]
    rest = rest_of(len(rows), len(folded), "labels that got worse")
    return join((element("h3", "Labels that got worse"), table("Labels that got worse", columns, rows), rest))


def _capabilities(comparison: RunComparison) -> Html:
    rows = [
        (
            CAPABILITY_WORDS[change.capability],
            f"{change.cases:,}",
            _figure(change.before, change.bounds[0]),
            _figure(change.after, change.bounds[1]),
            f"{change.after - change.before:+.4f}",
            f"{change.low:+.4f} to {change.high:+.4f}",
            f"{change.p_value:.3g}",
            change.words,
        )
        for change in comparison.capabilities
    ]
    figures = [(name, NUMBER) for name in ("cases", "before", "now", "difference", "95 % interval", "p, adjusted")]
    return join((element("h3", "Capabilities"), table("Capabilities compared", ["capability", *figures, ""], rows)))


def _figure(score: float, bound: str) -> str:
    return f"{score:.4f} ({bound})" if bound else f"{score:.4f}"


def _items(comparison: RunComparison) -> Html | None:
    if not comparison.fields:
        return None
    rows = [
        (
            CAPABILITY_WORDS[change.capability],
            said(plain_name(change.item)),
            f"{change.cases:,}",
            f"{change.lost:,}",
            f"{change.won:,}",
            f"{change.p_value:.3g}",
            change.words,
        )
        for change in comparison.fields[:_MOST_ITEMS]
    ]
    columns: list[Column] = [
        "",
        "item",
        ("cases", NUMBER),
        ("lost", NUMBER),
        ("won", NUMBER),
        ("p, adjusted", NUMBER),
        "",
    ]
    rest = rest_of(len(rows), len(comparison.fields), "items that changed")
    return join((element("h3", "Items right in every repeat"), table("Items compared", columns, rows), rest))
