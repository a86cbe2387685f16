"""The words of clauses and schedules on conditions precedent, and the patterns that join several of them."""

from __future__ import annotations

import re

from loanproof.core import PhrasePattern, WordTable, load_words


class _Words(WordTable):
    """Titles and topics of conditions, words that refer to a list of them, and what is delivered."""

    condition: PhrasePattern
    first_titles: PhrasePattern
    later_titles: PhrasePattern
    later_topics: PhrasePattern
    other_schedules: PhrasePattern
    later_parties: PhrasePattern
    listed_in: PhrasePattern
    received: PhrasePattern
    listed: PhrasePattern
    waits: PhrasePattern
    had: PhrasePattern
    sent_before: PhrasePattern
    before_papers: PhrasePattern
    papers: PhrasePattern
    bare_papers: PhrasePattern
    others: PhrasePattern
    asked_for: PhrasePattern


def _any(words: re.Pattern[str]) -> str:
    return f"(?:{words.pattern})"


WORDS = load_words(__package__, "conditions", _Words)
"""The words of conditions precedent."""
REFERS_TO_LIST = re.compile(rf"{_any(WORDS.received)}[^.]{{0,160}}{_any(WORDS.listed)}", re.IGNORECASE)
"""Words with which a clause refers to a list elsewhere."""
UNTIL_RECEIVED = re.compile(
    rf"{_any(WORDS.waits)}[^.]{{0,240}}{_any(WORDS.had)}[^.]{{0,160}}"
    rf"|{_any(WORDS.sent_before)}[^.]{{0,120}}\bbefore\b[^.]{{0,160}}",
    re.IGNORECASE,
)
"""Words that make something depend on what is received first."""
DELIVERABLE = re.compile(
    rf"{_any(WORDS.before_papers)}\s+(?:of\s+)?(?:\w+[\s-]+){{0,3}}{_any(WORDS.papers)}|{_any(WORDS.bare_papers)}",
    re.IGNORECASE,
)
"""What somebody delivers: a certificate, an opinion, evidence."""
CATCH_ALL = re.compile(rf"{_any(WORDS.others)}[^.;]{{0,120}}{_any(WORDS.asked_for)}", re.IGNORECASE)
"""*Such other documents as the Agent may request*."""
