"""Single items and cases: the hallucination log, the silent errors, and the worst cases with their source."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from loanproof.core import counted
from loanproof.reports.gate_names import CAPABILITY_WORDS
from loanproof.reports.html.elements import Html, element, join, said, value
from loanproof.reports.html.page import Section
from loanproof.reports.html.quotes import render_citation
from loanproof.reports.html.tables import NAME, NUMBER, WIDE, Column, facts, label_mark, rest_of, table
from loanproof.reports.labels import label_of
from loanproof.reports.mistakes import answer_key, item_name
from loanproof.reports.structured import write_structured
from loanproof.reports.verdict_words import failure_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loanproof.reports.html.pictures import Pictures
    from loanproof.reports.mistakes import Mistake
    from loanproof.reports.subject import ReportSubject
    from loanproof.reports.survey import Survey
    from loanproof.runs import ResultCase, ResultItem

_MOST_ITEMS = 20
_MOST_CITATIONS = 5


def hallucinations_section(subject: ReportSubject) -> Section:
    """Return every hallucination with what was invented, and the root-cause analysis if there is one."""
    found = subject.survey.hallucinations
    if not found.total:
        body = element("p", "No item is a hallucination.")
    else:
        columns: list[Column] = [
            ("case", NAME),
            ("answers", NUMBER),
            ("item", NAME),
            ("expected", WIDE),
            ("given", WIDE),
            ("why", WIDE),
        ]
        body = join(
            (
                _root_cause(subject),
                table("Hallucination log", columns, (_row(mistake) for mistake in found.shown)),
                rest_of(len(found.shown), found.total, "hallucinations"),
            )
        )
    return Section(id="hallucinations", title=f"Hallucination log ({found.total:,})", body=body)


def silent_section(survey: Survey) -> Section:
    """Return the items that are wrong although their confidence is HIGH: what nobody would have checked."""
    found = survey.silent
    if not found.total:
        body = element("p", "No item is wrong at HIGH confidence.")
    else:
        columns: list[Column] = [
            ("case", NAME),
            ("answers", NUMBER),
            ("item", NAME),
            "label",
            ("confidence", NUMBER),
            ("expected", WIDE),
            ("given", WIDE),
        ]
        rows = (
            (
                value(mistake.case_id),
                f"{len(mistake.repeats)} of {mistake.asked}",
                said(mistake.name),
                label_mark(mistake.item.label),
                "HIGH" if mistake.item.confidence is None else f"{mistake.item.confidence:g}",
                _compared(mistake.item.expected_raw),
                join((_compared(mistake.item.output_raw), _noted(mistake.note))),
            )
            for mistake in found.shown
        )
        body = join((table("Silent errors", columns, rows), rest_of(len(found.shown), found.total, "silent errors")))
    return Section(id="silent", title=f"Silent errors ({found.total:,})", body=body)


def worst_section(survey: Survey, pictures: Pictures) -> Section:
    """Return the worst answers, each collapsed, with every item that is not right; equal repeats are shown once."""
    worst = survey.worst
    told = f"{counted(survey.imperfect, 'answer')} of {survey.samples:,} with anything that is not right."
    folded = [list(equal) for _, equal in groupby(worst, key=_faults)]
    return Section(
        id="worst",
        title="Worst cases",
        body=join(
            (
                element("p", told),
                *(_case(equal, pictures, is_open=at == 0) for at, equal in enumerate(folded)),
                rest_of(len(worst), survey.imperfect, "such answers"),
            )
        ),
    )


def findings_section(survey: Survey) -> Section:
    """Return how often each finding without effect on a label occurred."""
    rows = [(element("code", code), f"{count:,}") for code, count in survey.findings.most_common()]
    nothing = element("p", "Nothing else was noticed.")
    body = table("Findings", ["finding", ("count", NUMBER)], rows) if rows else nothing
    return Section(id="findings", title=f"Findings ({survey.findings.total():,})", body=body)


def _root_cause(subject: ReportSubject) -> Html:
    cause = subject.root_cause
    if cause is None:
        due = "A root-cause analysis is due before the next run: none was given to this report."
        return element("p", element("strong", due))
    pairs = [("cause", value(cause.cause)), ("fix", value(cause.fix)), ("by", value(f"{cause.by}, {cause.at}"))]
    return join((element("h3", "Root-cause analysis"), facts(pairs)))


def _row(mistake: Mistake) -> tuple[str, ...]:
    why = [element("div", said(reason.message), " ", element("code", reason.code)) for reason in mistake.item.reasons]
    return (
        value(mistake.case_id),
        f"{len(mistake.repeats)} of {mistake.asked}",
        said(mistake.name),
        _compared(mistake.item.expected_raw),
        _compared(mistake.item.output_raw),
        join(why),
    )


def _faults(case: ResultCase) -> tuple[object, ...]:
    """Return the key by which two repeats of a case look the same to a reader."""
    wrong = (answer_key(item) for item in case.items if not label_of(item.label).is_right)
    return case.case_id, case.answered, case.failure, *wrong


def _case(equal: Sequence[ResultCase], pictures: Pictures, *, is_open: bool) -> Html:
    """Return a case with everything wrong in it, for repeats that look the same to a reader."""
    case, repeats = equal[0], [one.repeat for one in equal]
    bad = [item for item in case.items if not label_of(item.label).is_right]
    bad.sort(key=lambda item: (-label_of(item.label).rank, -item.weight))
    score = "no score" if case.score is None else f"score {case.score:.4f}"
    if case.hallucination and case.score_before_override is not None:
        score += f" (without the hallucination {case.score_before_override:.4f})"
    answered = "" if case.answered else ", not answered"
    again = f"repeat {repeats[0]}" if len(repeats) == 1 else f"repeats {', '.join(map(str, sorted(repeats)))}"
    return element(
        "details",
        element("summary", value(case.case_id), f" {CAPABILITY_WORDS[case.capability]}, {again}: {score}{answered}"),
        None if case.question is None else element("p", value(case.question)),
        None if case.failure is None else element("p", element("strong", said(failure_sentence(case.failure)))),
        *(_item(item, pictures) for item in bad[:_MOST_ITEMS]),
        rest_of(min(len(bad), _MOST_ITEMS), len(bad), "items that are not right"),
        _findings(case),
        open=is_open,
    )


def _item(item: ResultItem, pictures: Pictures) -> Html:
    reasons = [
        element(
            "div",
            said(reason.message),
            " ",
            element("code", reason.code),
            f" {reason.ruling}" if reason.ruling else "",
        )
        for reason in item.reasons
    ]
    told = {reason.message for reason in item.reasons}
    stated = "not stated" if item.confidence is None else f"{item.confidence:g}"
    pairs = [
        ("expected", _compared(item.expected_raw)),
        ("given", _compared(item.output_raw)),
        ("why", join(reasons)),
        ("confidence", f"{stated} ({item.confidence_level}), review: {item.hitl}"),
    ]
    return element(
        "div",
        element("p", element("strong", said(item_name(item))), " ", label_mark(item.label)),
        facts(pairs),
        *(
            join((render_citation(evidence, told), pictures.render(evidence)))
            for evidence in item.evidence[:_MOST_CITATIONS]
        ),
        rest_of(min(len(item.evidence), _MOST_CITATIONS), len(item.evidence), "citations"),
        class_="item",
    )


def _compared(raw: str | None) -> Html:
    return value(None if raw is None else write_structured(raw))


def _noted(note: str | None) -> Html | None:
    return None if note is None else element("p", note, class_="dim small")


def _findings(case: ResultCase) -> Html | None:
    if not case.findings:
        return None
    shown = [element("li", said(finding.message), " ", element("code", finding.code)) for finding in case.findings]
    rest = rest_of(min(len(shown), _MOST_ITEMS), len(shown), "findings")
    return join((element("p", "Also noticed:"), element("ul", *shown[:_MOST_ITEMS]), rest))
