"""The sides from which a covenant is looked at; each has a figure of its own."""

from __future__ import annotations

from enum import StrEnum


class Dimension(StrEnum):
    """A side of a covenant; the worst of them is its label."""

    NAME = "name"
    TYPE = "type"
    THRESHOLD = "threshold"
    FREQUENCY = "frequency"
    EFFECTIVE_DATE = "effective_date"
    EDGE_CASES = "edge_cases"
    CITATION = "citation"
