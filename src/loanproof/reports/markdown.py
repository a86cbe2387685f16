"""The summary for a CI page: verdict, what was wrong, gates, what got worse.

Ids and values are in code spans, where mentions, links and tags have no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import counted, one_line
from loanproof.reports.gate_names import gate_name
from loanproof.reports.label_changes import fold_changes
from loanproof.reports.labels import look_of
from loanproof.reports.mistakes import item_name
from loanproof.reports.ruling_words import ruling_sentences
from loanproof.reports.verdict_words import (
    TWINS,
    asked_words,
    gates_in_scope,
    is_left_out,
    moved_words,
    remedy_sentence,
    rules_words,
    system_words,
    verdict_notes,
    verdict_sentences,
    verdict_word,
    why_failed,
    write_limit,
    write_share,
    write_value,
)

if TYPE_CHECKING:
    from loanproof.reports.comparison import RunComparison
    from loanproof.reports.mistakes import Mistake, Mistakes
    from loanproof.reports.subject import ReportSubject
    from loanproof.reports.survey import Listed
    from loanproof.runs import ResultHead

_MOST_ROWS = 20
_MOST_CASES = 5
_LONGEST_ID = 80
_LONGEST_VALUE = 240
_BACKTICKS = re.compile("`+")
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+!|~@&:])")


def render_markdown(subject: ReportSubject, *, ids_only: bool = False) -> str:
    """Return the summary; with ``ids_only`` without any text of a document or an output."""
    head = subject.head
    sign = "✅" if head.verdict.release_ready else "❌"
    suite = code(f"{head.run.dataset_id} {head.run.dataset_version_or_hash}")
    lines = [f"## {sign} {verdict_word(head)}: {code(system_words(head.run))}", ""]
    lines += [f"Suite {suite}: {asked_words(head)}. {plain(rules_words(head))}.", ""]
    lines += [f"- {plain(sentence)}" for sentence in (*verdict_sentences(head), *verdict_notes(head))]
    lines += [] if (unread := subject.survey.mistakes.unread) is None else [f"- {plain(unread)}"]
    lines += _mistakes(subject.survey.mistakes, ids_only=ids_only)
    lines += ["", *_gates(subject)]
    if head.twins:
        lines += ["", *_twins(head)]
    if subject.remedies:
        lines += ["", "### Remediation", "", *(f"- {plain(remedy_sentence(one))}" for one in subject.remedies)]
    if subject.comparison is not None:
        lines += ["", *_changes(subject.comparison, ids_only=ids_only)]
    lines += _items("Hallucinations", subject.survey.hallucinations)
    lines += _items("Wrong at HIGH confidence", subject.survey.silent)
    lines += ["", *_standards(subject)]
    return "\n".join(lines).rstrip() + "\n"


def code(text: str, longest: int = _LONGEST_ID) -> str:
    """Return a text as a code span that it cannot break out of, even in a table."""
    held = one_line(text, longest).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(held)), default=0) + 1)
    space = " " if held.startswith("`") or held.endswith("`") or not held else ""
    return f"{fence}{space}{held}{space}{fence}"


def plain(text: str) -> str:
    """Return a text without any markup."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _mistakes(mistakes: Mistakes, *, ids_only: bool) -> Iterator[str]:
    if not mistakes.total:
        return
    yield from ("", "### What was wrong", "")
    for mistake in mistakes.worst:
        asked = None if ids_only else mistake.question
        yield f"- **{plain(asked) if asked else _name(mistake)}**, {code(mistake.case_id)}: {mistake.outcome}"
        if ids_only:
            continue
        yield f"  - expected {code(mistake.expected, _LONGEST_VALUE)}"
        note = "" if mistake.note is None else f" ({mistake.note})"
        yield f"  - given {code(mistake.given, _LONGEST_VALUE)}{note}"
        if mistake.cited is not None:
            yield f"  - cited {code(mistake.cited, _LONGEST_VALUE)}"
        if mistake.why is not None:
            yield f"  - {plain(one_line(mistake.why, _LONGEST_VALUE))}"
    rest = mistakes.total - len(mistakes.worst)
    if rest:
        yield f"- and {counted(rest, 'more mistake')}"


def _name(mistake: Mistake) -> str:
    """Return the name of an item as text; that of an extra item comes from the output."""
    return "an item that was not expected" if mistake.item.extra else plain(item_name(mistake.item))


def _gates(subject: ReportSubject) -> Iterator[str]:
    yield "| Gate | Value | Needed | | Broken by |"
    yield "|---|---:|---:|---|---|"
    for gate in gates_in_scope(subject.head):
        figure = write_value(gate)
        is_left = is_left_out(subject.head, gate)
        told = "not measured" if is_left else "passed" if gate.passed else "**FAILED**"
        why = "" if is_left else plain(why_failed(subject.head, gate))
        broken = ": ".join(filter(None, (why, _cases(gate.broken_by))))
        yield f"| {plain(gate_name(gate.gate))} | {figure} | {write_limit(gate)} | {told} | {broken} |"


def _twins(head: ResultHead) -> Iterator[str]:
    yield from ("### Twins", "", plain(TWINS), "", "| Fact | Pairs | Follows | Holds |", "|---|---:|---:|---:|")
    for fact, found in head.twins.items():
        follows, holds = (write_share(one, found.n) for one in (found.follows, found.holds))
        yield f"| {code(fact)} | {found.n:,} | {follows} | {holds} |"


def _cases(case_ids: Sequence[str]) -> str:
    rest = len(case_ids) - _MOST_CASES
    return ", ".join(map(code, case_ids[:_MOST_CASES])) + (f" and {rest} more" if rest > 0 else "")


def _changes(comparison: RunComparison, *, ids_only: bool) -> Iterator[str]:
    yield f"### Against {code(comparison.before.run_id)}"
    yield ""
    yield (f"{moved_words(comparison)}; {counted(len(comparison.only_before), 'answer')} no longer there.")
    yield from (f"- {plain(note)}" for note in comparison.notes)
    folded = fold_changes(comparison.worse)
    for change, repeats in folded[:_MOST_ROWS]:
        labels = f"{look_of(change.before).words} → {look_of(change.after).words}"
        name = plain(change.item_name if ids_only else change.name)
        told = f"- {code(change.case_id)} {_repeats(repeats)}, {name}: {labels}"
        yield told if ids_only else f"{told}: {code(change.moved, _LONGEST_VALUE)}"
    if len(folded) > _MOST_ROWS:
        yield f"- and {len(folded) - _MOST_ROWS:,} more"


def _repeats(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_CASES]))
    return f"repeat {shown}" if len(numbers) <= _MOST_CASES else f"repeat {shown} …"


def _standards(subject: ReportSubject) -> Iterator[str]:
    for held in subject.standards:
        said = ("",) if held.standard is None else ruling_sentences(held.standard)
        yield f"- {plain(' '.join((f'Judged by {held.ref}.', *said)))}".rstrip()


def _items(title: str, listed: Listed) -> Iterator[str]:
    if not listed.total:
        return
    yield from ("", f"### {title} ({listed.total:,})", "")
    for mistake in listed.shown[:_MOST_ROWS]:
        codes = ", ".join(code(reason.code) for reason in mistake.item.reasons)
        yield f"- {code(mistake.case_id)} {_repeats(mistake.repeats)}, {_name(mistake)}: {codes}"
    if listed.total > _MOST_ROWS:
        yield f"- and {listed.total - _MOST_ROWS:,} more"
