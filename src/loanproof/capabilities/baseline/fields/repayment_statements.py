"""Statements on repayment: the sentences that provide for it, each with what only adds details to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from loanproof.core import Span

if TYPE_CHECKING:
    from loanproof.capabilities.baseline.aids import Paper

PAYS = re.compile(
    r"\b(?:repa(?:y|ys|id|yable|yment)|due\s+and\s+payable|mature|falls?\s+due|pay\b[^.;]{0,400}\b(?:principal|deferred\s+(?:\w+\s+)?price)|payable\s+in|deferred\s+(?:\w+\s+)?price|discharg\w+|"
    r"pa(?:id|y)\s+(?:back|off)|returned\s+to|(?:immediate|single|one|\w+ly)\s+payments?|reduces?\s+by)\b",
    re.IGNORECASE,
)
EACH_PERIOD = re.compile(
    r"\b(?:last\s+day|end|expiry|expiration)\s+of\s+(?:its|each|the|that|such|every)\s+(?:applicable\s+|current\s+|relevant\s+|own\s+)?"
    r"(?:interest\s+period|term|rollover|funding\s+period|drawing\s+period)",
    re.IGNORECASE,
)
INSTALMENTS = re.compile(
    r"\binstal\w*|\b(?:each|every)\s+(?:[0-9]{1,2}\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"|\b(?:each|every)\s+(?:calendar\s+|fiscal\s+|financial\s+)?(?:quarter|month|year|half-?year|three\s+months|six\s+months|anniversary)"
    r"|\b(?:monthly|quarterly|half-?yearly|semi-?annual(?:ly)?|annual(?:ly)?|yearly)\b|\bamorti[sz]\w+|\beach\s+(?:\w+\s+){0,2}(?:repayment|payment|instalment)\s+dat",
    re.IGNORECASE,
)
ONE_SUM = re.compile(
    r"\b(?:in|by|as|with)\s+(?:one|a\s+single)\s+(?:sum|amount|payment|repayment|instal\w+|bullet|lump)|\bbullet\b",
    re.IGNORECASE,
)
BALANCE = re.compile(
    r"\b(?:balance|balloon|remaining|remainder|what(?:ever)?\s+(?:is\s+then\s+unpaid|remains|is\s+left)|then\s+(?:outstanding|unpaid)|outstanding\s+on\s+such\s+date|rest|"
    r"to\s+the\s+extent\s+not\s+(?:previously|already|otherwise)\s+(?:re)?paid|all\s+(?:other\s+)?(?:\w+\s+){0,3}(?:outstanding|unpaid))\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:may\s+not|shall\s+not|no\s+reborrow|prepay\w*|if\s+(?:an?|any|the)|upon\s+(?:an?|the)\s+(?:event|change))\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\b(?:instal\w*|each\s+(?:re)?payment|the\s+(?:first|last|final)|balance|of\s+them|such\s+(?:re)?payments?)\b",
    re.IGNORECASE,
)
_OWED = re.compile(r"\b(?:principal|loans?|advances?|facility|facilities|payable|due)\b", re.IGNORECASE)
_STATES = re.compile(
    r"\b(?:shall|must|will|may|is|are|repays?|pays?)\b[^.;]{0,200}\b(?:repa|paid|pay|due|reborrow|re-borrow|re-drawn|redrawn)",
    re.IGNORECASE,
)
_MOST_SENTENCES = 4  # of one statement: the instalments, their sums, the first and the last of them


def statements_in(paper: Paper, span: Span) -> Sequence[Span]:
    """Return the statements on repayment in a stretch: a sentence that provides for it, and what goes on with it."""
    found: list[Span] = []
    count = 0
    for one in paper.passages.sentences_in(span):
        words = one.of(paper.text)
        if found and count < _MOST_SENTENCES and _goes_on(paper, found[-1], one):
            found[-1] = Span(found[-1].start, one.end)
            count += 1
        elif PAYS.search(words) or (INSTALMENTS.search(words) and _OWED.search(words)):
            found += _items(paper, one)
            count = 1
    return found


def _items(paper: Paper, sentence: Span) -> list[Span]:
    """Return the items of a sentence that are statements by themselves; all of it where its lead is part of each."""
    starts = [one.span.start for one in paper.document.sections if sentence.start < one.span.start < sentence.end]
    cuts = [sentence.start, *starts, sentence.end]
    parts = [Span(*pair) for pair in pairwise(cuts)]
    own = [one for one in parts if _STATES.search(one.of(paper.text))]
    return own if len(own) > 1 or (own and own[0] is not parts[0]) else [sentence]


def _goes_on(paper: Paper, before: Span, sentence: Span) -> bool:
    """Tell whether a sentence only adds details to the instalments that the one before it provides for."""
    words = sentence.of(paper.text)
    is_same = paper.document.section_at(before.start) is paper.document.section_at(sentence.start)
    is_same = is_same or _is_rest(paper, before, sentence)
    is_next = len(paper.text[before.end : sentence.start].strip()) == 0
    return bool(
        is_same and is_next and INSTALMENTS.search(before.of(paper.text)) and _GOES_ON.search(words)
        and not DENIED.search(words)
    )  # fmt: skip


def _is_rest(paper: Paper, before: Span, sentence: Span) -> bool:
    """Tell whether the next clause makes the rest of the same loan due, which instalments of the one before leave."""
    first, words = before.of(paper.text), sentence.of(paper.text)
    is_complete = BALANCE.search(first) or ONE_SUM.search(first) or EACH_PERIOD.search(words)
    is_same_loan = paper.tranches.named_in(before) == paper.tranches.named_in(sentence)
    return BALANCE.search(words) is not None and not is_complete and is_same_loan
