"""Corruptions of perfect outputs, the same for the same suite: what a way draws comes from a seed of case and way."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from typing import Any

from loanproof.documents import Document
from tools.corruptions import bmt, citations, covenants, extraction, qa, values
from tools.corruptions.corruption import Corruption, Way

WAYS: Mapping[str, tuple[Way, ...]] = {
    "extraction": (*citations.WAYS, *values.WAYS, *extraction.WAYS),
    "covenants": (*citations.WAYS, *values.WAYS, *covenants.WAYS),
    "bmt": (*citations.WAYS, *values.WAYS, *bmt.WAYS),
    "qa": (*citations.WAYS, *values.WAYS, *qa.WAYS),
}


def corruptions(output: dict[str, Any], document: Document, seed: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each way that changes the output, with the output after it."""
    for way in WAYS[output["capability"]]:
        spoilt = copy.deepcopy(output)
        draw = random.Random(f"{seed}/{way.__name__}")
        way(Corruption(output=spoilt, document=document, draw=draw))
        if spoilt != output:
            yield way.__name__, spoilt
