"""The plots: confidence, latency, tokens, repeats; and the diagnostics."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.reports.costs import cost_of
from loanproof.reports.gate_names import CAPABILITY_WORDS, gate_name
from loanproof.reports.html.elements import Html, element, join
from loanproof.reports.html.page import Section
from loanproof.reports.html.plots import Spread, calibration_plot, error_bar_plot, figure, histogram_plot
from loanproof.reports.html.tables import NUMBER, Column, table
from loanproof.reports.verdict_words import DIAGNOSTICS, FEW_DECIMALS_FROM, write_figure
from loanproof.stats import exact_mean, standard_deviation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.reports.subject import ReportSubject
    from loanproof.runs import ResultHead, ResultRubric

_DIAGNOSTICS = {
    **DIAGNOSTICS,
    "provenance_file": "of it: the file name",
    "provenance_place": "of it: page and section",
    "provenance_quote": "of it: the quote",
}


def confidence_section(subject: ReportSubject) -> Section:
    """Return the calibration plot and the diagnostics."""
    bins = subject.survey.calibration.bins
    plot = None
    if bins:
        plot = figure(
            calibration_plot(bins),
            "Stated confidence against the share that is right, by decile. Above the broken line the system is more "
            "often right than it says, below it less; the larger the ring, the more items.",
        )
    return Section(
        id="confidence",
        title="Confidence",
        body=join(
            (
                element("div", plot, class_="plots") if plot else element("p", "No item states its confidence."),
                _diagnostics(subject.head),
            )
        ),
    )


def cost_section(subject: ReportSubject) -> Section:
    """Return the distribution of latency and tokens, and their figures."""
    survey, rubric = subject.survey, subject.head.rubric
    plots: list[Html] = []
    if survey.latency_ms.count:
        marks = [] if rubric is None else _known(p50=rubric.latency_e2e_p50_ms, p95=rubric.latency_e2e_p95_ms)
        plot = histogram_plot("Latency", "ms", survey.latency_ms.bins, marks)
        plots.append(
            figure(plot, "How many samples took how long, end to end; each bar is a third wider than the one before.")
        )
    if survey.tokens.count:
        plot = histogram_plot("Tokens", "tokens", survey.tokens.bins, [])
        plots.append(figure(plot, "How many samples took how many tokens, question and answer together."))
    none = element("p", "No sample reports its latency or tokens.")
    body = (
        element("div", *plots, class_="plots") if plots else none,
        None if rubric is None else _rubric(rubric, subject.head),
    )
    return Section(id="cost", title="Latency and tokens", body=join(body))


def repeats_section(subject: ReportSubject) -> Section:
    """Return how much the scores vary from repeat to repeat."""
    spreads = list(_spreads(subject))
    rows = [
        (one.name, str(len(one.values)), f"{one.mean:.4f}", "–" if one.deviation is None else f"{one.deviation:.4f}")
        for one in spreads
    ]
    rubric = subject.head.rubric
    if rubric is not None:
        for name in ("aggregate_score", "latency_e2e_p95_ms"):
            spread = getattr(rubric.repeats, name)
            rows.append((gate_name(name), str(rubric.repeats.n), write_figure(spread.mean), write_figure(spread.std)))
    drawn = figure(
        error_bar_plot(spreads),
        "Mean score of each capability with one standard deviation to either side; a ring for every repeat.",
    )
    columns: list[Column] = ["figure", ("repeats", NUMBER), ("mean", NUMBER), ("standard deviation", NUMBER)]
    parts = (element("div", drawn, class_="plots") if spreads else None, table("Repeats", columns, rows))
    return Section(id="repeats", title="Repeats", body=join(parts))


def _spreads(subject: ReportSubject) -> Iterator[Spread]:
    for capability, means in subject.survey.by_repeat.items():
        values = tuple(mean.value for _, mean in sorted(means.items()) if mean.value is not None)
        exact = [Fraction(one) for one in values]
        mean = exact_mean(exact)
        if mean is not None:
            deviation = standard_deviation(exact)
            yield Spread(name=CAPABILITY_WORDS[capability], values=values, mean=float(mean), deviation=deviation)


def _diagnostics(head: ResultHead) -> Html | None:
    if head.contract is None:
        return None
    figures = head.contract.diagnostics
    rows = [(element("code", name), write_figure(getattr(figures, name)), told) for name, told in _DIAGNOSTICS.items()]
    return table("For information (not part of the verdict)", ["figure", ("value", NUMBER), "meaning"], rows)


def _rubric(rubric: ResultRubric, head: ResultHead) -> Html:
    names = [
        "latency_e2e_p50_ms",
        "latency_e2e_p95_ms",
        "latency_model_p50_ms",
        "latency_model_p95_ms",
        "total_input_tokens",
        "total_output_tokens",
        "total_tokens",
        "token_efficiency_ratio_mean",
        "tokens_per_correct_answer",
    ]
    rows = [(element("code", name), _plain(getattr(rubric, name))) for name in names]
    cost = cost_of(head)
    if cost is not None:
        each = "none was right" if cost.right_answer is None else f"{cost.right_answer:.4f}"
        rows.append((element("span", f"cost of the run, {cost.currency}"), f"{cost.run:.4f}"))
        rows.append((element("span", f"cost of a right answer, {cost.currency}"), each))
    return table("Run rubric", ["figure", ("value", NUMBER)], rows)


def _plain(held: float | None) -> str:
    if held is None:
        return "not measured"
    if isinstance(held, int):
        return f"{held:,}"
    return f"{held:,.4f}" if held < FEW_DECIMALS_FROM else f"{held:,.1f}"


def _known(**figures: float | None) -> list[tuple[str, float]]:
    return [(name, held) for name, held in figures.items() if held is not None]
