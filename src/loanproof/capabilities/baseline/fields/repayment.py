"""Repayment: how the loans are paid back, read from the sentences of the sections that are about it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loanproof.capabilities.baseline.aids import Paper, Role
from loanproof.capabilities.baseline.fields.candidate import Candidate, RouteName
from loanproof.capabilities.baseline.fields.quoting import shorten
from loanproof.capabilities.baseline.fields.scoping import tranche_at
from loanproof.core import FieldId, Span
from loanproof.values import REPAYMENT_KIND, Read

REPAYMENT = FieldId("repayment_schedule")
_PAYS = re.compile(
    r"\b(?:repa(?:y|ys|id|yable|yment)|due\s+and\s+payable|mature|pay\b[^.;]{0,60}\bprincipal|instal\w*|amorti[sz]\w*)\b",
    re.IGNORECASE,
)


def repayment_schedule(paper: Paper) -> Iterator[Candidate]:
    """Propose what each sentence about repayment says."""
    for span in paper.roles.spans(Role.REPAYMENT):
        if paper.is_attached(span.start):
            continue
        for sentence in paper.passages.sentences_in(span):
            if _PAYS.search(sentence.of(paper.text)):
                yield from _read(paper, sentence, RouteName.SECTION, 30)
    for span in paper.roles.spans(Role.FACILITY):
        for sentence in paper.passages.sentences_in(span):
            if Role.REPAYMENT not in paper.roles.above(sentence.start) and _PAYS.search(sentence.of(paper.text)):
                yield from _read(paper, sentence, RouteName.SENTENCE, 0)


def _read(paper: Paper, sentence: Span, route: RouteName, weight: int) -> Iterator[Candidate]:
    words = " ".join(sentence.of(paper.text).split())
    reading = REPAYMENT_KIND.parse(words, paper.context)
    if not isinstance(reading, Read) or reading.value.some_rows:
        return
    value = dict(REPAYMENT_KIND.structure.write(reading.value))
    telling = len(value)
    yield Candidate(
        field=REPAYMENT, route=route, key=reading.value.repayment_class.value, value=value,
        evidence=(shorten(paper, sentence, Span(sentence.start, min(sentence.end, sentence.start + 20))),),
        weight=weight + telling, tranche=tranche_at(paper, sentence.start + 1),
    )  # fmt: skip
