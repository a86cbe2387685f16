"""The summary for a CI page: verdict, gates, what to mend, what got worse. No text of a document or an output.

Ids stand in code spans, where neither mention nor link nor tag means anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof.core import one_line
from loanproof.reports.labels import look_of, name_of
from loanproof.reports.ruling_words import ruling_sentences
from loanproof.reports.verdict_words import (
    TWINS,
    counted,
    gates_in_scope,
    verdict_sentences,
    verdict_word,
    write_limit,
    write_share,
    write_value,
)

if TYPE_CHECKING:
    from loanproof.reports.comparison import Comparison
    from loanproof.reports.subject import ReportSubject
    from loanproof.reports.survey import Placed
    from loanproof.runs import ResultHead

_MOST_ROWS = 20
_MOST_CASES = 5
_LONGEST_ID = 80
_BACKTICKS = re.compile("`+")
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+!|~@&:])")


def render_markdown(subject: ReportSubject) -> str:
    """Return the summary."""
    head = subject.head
    sign = "✅" if head.verdict.release_ready else "❌"
    lines = [
        f"## {sign} {verdict_word(head)}: {plain(head.run.dataset_id)} {plain(head.run.dataset_version_or_hash)}",
        "",
    ]
    system = f"{code(head.run.model_id or 'unnamed system')} {code(head.run.model_version or 'no version')}"
    lines += [f"{system}, {counted(subject.survey.samples, 'sample')}, {counted(head.run.repeats, 'repeat')}", ""]
    lines += [f"- {plain(sentence)}" for sentence in verdict_sentences(head)]
    lines += ["", *_gates(subject)]
    if head.twins:
        lines += ["", *_twins(head)]
    if subject.comparison is not None:
        lines += ["", *_changes(subject.comparison)]
    lines += _items("Hallucinations", subject.survey.hallucinations.shown, subject.survey.hallucinations.total)
    lines += _items("Wrong at HIGH confidence", subject.survey.silent.shown, subject.survey.silent.total)
    lines += ["", *_standards(subject)]
    return "\n".join(lines).rstrip() + "\n"


def code(text: str) -> str:
    """Return a text as a code span that it cannot leave, not even in a table."""
    held = one_line(text, _LONGEST_ID).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(held)), default=0) + 1)
    space = " " if held.startswith("`") or held.endswith("`") or not held else ""
    return f"{fence}{space}{held}{space}{fence}"


def plain(text: str) -> str:
    """Return a text in which nothing is markup."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _gates(subject: ReportSubject) -> Iterator[str]:
    yield "| Gate | Value | Needed | | Broken by |"
    yield "|---|---:|---:|---|---|"
    for gate in gates_in_scope(subject.head):
        figure = write_value(gate)
        told = "passed" if gate.passed else "**FAILED**"
        needed = write_limit(gate).replace("<", "&lt;").replace(">", "&gt;")
        yield f"| {code(gate.gate)} | {figure} | {needed} | {told} | {_cases(gate.broken_by)} |"


def _twins(head: ResultHead) -> Iterator[str]:
    yield from ("### Twins", "", plain(TWINS), "", "| Fact | Pairs | Follows | Holds |", "|---|---:|---:|---:|")
    for fact, found in head.twins.items():
        follows, holds = (write_share(one, found.n) for one in (found.follows, found.holds))
        yield f"| {code(fact)} | {found.n:,} | {follows} | {holds} |"


def _cases(case_ids: Sequence[str]) -> str:
    rest = len(case_ids) - _MOST_CASES
    return ", ".join(map(code, case_ids[:_MOST_CASES])) + (f" and {rest} more" if rest > 0 else "")


def _changes(comparison: Comparison) -> Iterator[str]:
    yield f"### Against {code(comparison.before.run_id)}"
    yield ""
    yield (
        f"{counted(len(comparison.worse), 'label')} worse, {comparison.better:,} better, {comparison.same:,} the same; "
        f"{counted(len(comparison.only_before), 'sample')} no longer there."
    )
    yield from (f"- {plain(note)}" for note in comparison.notes)
    for change in comparison.worse[:_MOST_ROWS]:
        moved = f"{look_of(change.before).words} → {look_of(change.after).words}"
        yield f"- {code(change.case_id)} repeat {change.repeat}, {code(change.item)}: {moved}"
    if len(comparison.worse) > _MOST_ROWS:
        yield f"- and {len(comparison.worse) - _MOST_ROWS:,} more"


def _standards(subject: ReportSubject) -> Iterator[str]:
    for held in subject.standards:
        said = ("",) if held.standard is None else ruling_sentences(held.standard)
        yield f"- {plain(' '.join((f'Judged by {held.ref}.', *said)))}".rstrip()


def _items(title: str, shown: Sequence[Placed], total: int) -> Iterator[str]:
    if not total:
        return
    yield from ("", f"### {title} ({total:,})", "")
    for placed in shown[:_MOST_ROWS]:
        codes = ", ".join(code(reason.code) for reason in placed.item.reasons)
        item = "an extra item" if placed.item.extra else code(name_of(placed.item))
        yield f"- {code(placed.case_id)} repeat {placed.repeat}, {item}: {codes}"
    if total > _MOST_ROWS:
        yield f"- and {total - _MOST_ROWS:,} more"
