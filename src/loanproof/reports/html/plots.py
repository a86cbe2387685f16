"""Plots as inline SVG: calibration, histogram, error bars, sparkline. Nothing depends on colour alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.reports.html.elements import Html, element

if TYPE_CHECKING:
    from loanproof.stats import CalibrationBin

_WIDTH, _HEIGHT = 440, 248
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 34, 40
_INNER_WIDTH, _INNER_HEIGHT = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A figure over the repeats, with mean and deviation."""

    name: str
    values: tuple[float, ...]
    mean: float
    deviation: float | None


def figure(plot: Html, caption: str) -> Html:
    """Return a plot with its caption."""
    return element("figure", plot, element("figcaption", caption))


def calibration_plot(bins: Sequence[CalibrationBin]) -> Html:
    """Return the share that is right against the stated confidence; on the diagonal the two are equal."""
    most = max(one.count for one in bins)
    dots = []
    for one in bins:
        x, y = _x(float(one.stated)), _y(float(one.right))
        told = f"{one.count:,} items, stated {float(one.stated):.2f}, right {float(one.right):.2f}"
        radius = 3 + 7 * (one.count / most) ** 0.5
        dots.append(element("circle", class_="ring", cx=x, cy=y, r=radius, stroke_width=2))
        dots.append(element("circle", element("title", told), class_="dot", cx=x, cy=y, r=2.5))
    diagonal = element("line", class_="limit", x1=_x(0), y1=_y(0), x2=_x(1), y2=_y(1))
    spoken = "; ".join(f"stated {float(one.stated):.2f}: right {float(one.right):.2f} of {one.count}" for one in bins)
    return _plot(
        f"Calibration. {spoken}",
        *_unit_axes("stated confidence", "share right"),
        diagonal,
        *dots,
    )


def histogram_plot(
    name: str, unit: str, bins: Sequence[tuple[float, float, int]], marks: Sequence[tuple[str, float]]
) -> Html:
    """Return how often figures of each size occurred, on a logarithmic scale.

    Args:
        name: What was measured.
        unit: Its unit.
        bins: From, to and count.
        marks: Figures to mark with a broken line, each with its name.
    """
    most = max(count for _, _, count in bins)
    width = _INNER_WIDTH / len(bins)
    bars = [
        element(
            "rect",
            class_="bar",
            x=_LEFT + at * width + 0.5,
            y=_y(count / most),
            width=max(width - 1, 1.0),
            height=_INNER_HEIGHT * count / most,
        )
        for at, (_, _, count) in enumerate(bins)
    ]
    edges = [f"{bins[0][0]:,.0f}", f"{bins[len(bins) // 2][0]:,.0f}", f"{bins[-1][1]:,.0f} {unit}"]
    places = [(_LEFT, "start"), (_LEFT + (len(bins) // 2) * width, "middle"), (_WIDTH - _RIGHT, "end")]
    if len(bins) < 3:  # the middle edge would overlap the first
        del edges[1], places[1]
    ticks = [
        element("text", edge, x=x, y=_HEIGHT - _BOTTOM + 16, text_anchor=anchor)
        for edge, (x, anchor) in zip(edges, places, strict=True)
    ]
    lines = [part for at, mark in enumerate(marks) for part in _mark(mark, at, bins, unit)]
    spoken = ", ".join(f"{mark} {held:,.0f} {unit}" for mark, held in marks)
    return _plot(f"{name}: {spoken or 'no figures'}", _axis(), *_count_scale(most), *bars, *ticks, *lines)


def error_bar_plot(spreads: Sequence[Spread]) -> Html:
    """Return each figure as a bar of one deviation on either side of its mean, with a ring for every repeat."""
    height = 34 * len(spreads) + 40
    parts: list[Html] = []
    for at, one in enumerate(spreads):
        y = 24 + 34 * at
        parts.append(element("text", one.name, x=0, y=y + 4))
        reach = one.deviation or 0.0
        low, high = _across(one.mean - reach), _across(one.mean + reach)
        parts.append(element("line", class_="mark", x1=low, y1=y, x2=high, y2=y))
        parts += [element("line", class_="mark", x1=x, y1=y - 6, x2=x, y2=y + 6) for x in (low, high)]
        parts += [
            element("circle", class_="ring", cx=_across(one_value), cy=y, r=3.5, stroke_width=1.5)
            for one_value in one.values
        ]
        parts.append(element("rect", class_="dot", x=_across(one.mean) - 2, y=y - 7, width=4, height=14))
    for share in (0.0, 0.5, 1.0):
        parts.append(element("text", f"{share:g}", class_="dim", x=_across(share), y=height - 4, text_anchor="middle"))
    spoken = "; ".join(
        f"{one.name}: mean {one.mean:.4f}, deviation {'unknown' if one.deviation is None else f'{one.deviation:.4f}'}"
        for one in spreads
    )
    axis = element("path", class_="axis", d=f"M{_across(0):.0f} {height - 18}H{_across(1):.0f}")
    return _svg(f"Over the repeats. {spoken}", _WIDTH, height, axis, *parts)


def sparkline(values: Sequence[float | None]) -> Html:
    """Return a small line through figures from 0 to 1, with gaps for missing ones."""
    step = 100 / max(len(values) - 1, 1)
    points = [(4 + step * at, 22 - 18 * held) for at, held in enumerate(values) if held is not None]
    lines = [
        element("line", class_="mark", x1=4 + step * at, y1=22 - 18 * one, x2=4 + step * (at + 1), y2=22 - 18 * two)
        for at, (one, two) in enumerate(pairwise(values))
        if one is not None and two is not None
    ]
    dots = [element("circle", class_="dot", cx=x, cy=y, r=2.5) for x, y in points]
    spoken = ", ".join("none" if held is None else f"{held:.2f}" for held in values)
    return _svg(f"Trend: {spoken}", 108, 26, *lines, *dots)


def _mark(mark: tuple[str, float], at: int, bins: Sequence[tuple[float, float, int]], unit: str) -> Iterator[Html]:
    """Yield the broken line and the name of a marked figure, with names below one another."""
    name, held = mark
    place = next((place for place, (_, end, _) in enumerate(bins) if held < end), len(bins) - 1)
    start, end, _ = bins[place]
    part = 0.0 if end == start else min(1.0, max(0.0, (held - start) / (end - start)))
    x = _LEFT + (place + part) * _INNER_WIDTH / len(bins)
    is_left = x < _WIDTH / 2
    yield element("line", class_="limit", x1=x, y1=_TOP - 6, x2=x, y2=_HEIGHT - _BOTTOM)
    yield element(
        "text",
        f"{name} {held:,.0f} {unit}",
        x=x + (4 if is_left else -4),
        y=_TOP - 21 + 13 * at,
        text_anchor="start" if is_left else "end",
    )


def _unit_axes(across: str, upward: str) -> Iterator[Html]:
    yield _axis()
    for share in (0.0, 0.5, 1.0):
        yield element("text", f"{share:g}", class_="dim", x=_x(share), y=_HEIGHT - _BOTTOM + 16, text_anchor="middle")
        yield element("text", f"{share:g}", class_="dim", x=_LEFT - 6, y=_y(share) + 4, text_anchor="end")
    yield element("text", across, x=_LEFT + _INNER_WIDTH / 2, y=_HEIGHT - 6, text_anchor="middle")
    yield element("text", upward, x=4, y=12)


def _count_scale(most: int) -> Iterator[Html]:
    yield element("text", f"{most:,}", class_="dim", x=_LEFT - 6, y=_TOP + 4, text_anchor="end")
    yield element("text", "0", class_="dim", x=_LEFT - 6, y=_HEIGHT - _BOTTOM + 4, text_anchor="end")


def _axis() -> Html:
    return element("path", class_="axis", d=f"M{_LEFT} {_TOP}V{_HEIGHT - _BOTTOM}H{_WIDTH - _RIGHT}")


def _x(share: float) -> float:
    return _LEFT + _INNER_WIDTH * share


def _y(share: float) -> float:
    return _TOP + _INNER_HEIGHT * (1 - share)


def _across(share: float) -> float:
    return 150 + (_WIDTH - 170) * min(1.0, max(0.0, share))


def _plot(label: str, *parts: Html) -> Html:
    return _svg(label, _WIDTH, _HEIGHT, *parts)


def _svg(label: str, width: int, height: int, *parts: Html) -> Html:
    return element(
        "svg", *parts, role="img", aria_label=label, width=width, height=height, viewBox=f"0 0 {width} {height}"
    )
