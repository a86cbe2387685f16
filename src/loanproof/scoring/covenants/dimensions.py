"""The sides of a covenant for which there are figures; the checks of these sides name them as their aspect."""

from __future__ import annotations

from enum import StrEnum


class Dimension(StrEnum):
    """A side of a covenant for which a case has a figure."""

    TYPE = "type"
    THRESHOLD = "threshold"
    FREQUENCY = "frequency"
    EDGE_CASES = "edge_cases"
