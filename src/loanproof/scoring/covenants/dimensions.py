"""The dimensions of a covenant that have figures of their own; the checks name them as their aspect."""

from __future__ import annotations

from enum import StrEnum


class Dimension(StrEnum):
    """A dimension of a covenant for which a case has a figure."""

    TYPE = "type"
    THRESHOLD = "threshold"
    FREQUENCY = "frequency"
    EDGE_CASES = "edge_cases"
