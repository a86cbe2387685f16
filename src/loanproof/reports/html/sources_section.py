"""Where the figures come from: run metadata, the standards, and the rulings in force."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loanproof.reports.html.elements import Html, element, join, value
from loanproof.reports.html.page import Section
from loanproof.reports.html.tables import WIDE, Column, facts, table
from loanproof.reports.ruling_words import ruling_sentences

if TYPE_CHECKING:
    from loanproof.reports.standards_in_force import StandardInForce
    from loanproof.reports.subject import ReportSubject
    from loanproof.runs import ResultRun
    from loanproof.standards import Standard


def metadata_section(run: ResultRun) -> Section:
    """Return everything that is recorded about the run."""
    pairs = [(name, value(_written(held), nothing="not recorded")) for name, held in run.model_dump().items()]
    return Section(id="metadata", title="Metadata", body=facts(pairs))


def standards_section(subject: ReportSubject) -> Section:
    """Return the standards with their hashes, and every ruling that was in force."""
    return Section(id="standards", title="Standards and rulings", body=join(map(_standard, subject.standards)))


def _standard(held: StandardInForce) -> Html:
    title = element("h3", held.ref)
    digest = element("p", element("code", held.hash), class_="dim")
    if held.standard is None:
        missing = "This machine does not have the version with this hash, so its rulings are not shown."
        return join((title, digest, element("p", missing)))
    said = join(element("p", sentence) for sentence in ruling_sentences(held.standard))
    return join((title, digest, said, _rulings(held.standard)))


def _rulings(standard: Standard) -> Html:
    rows = [
        (ruling.id, ruling.question, ruling.ruling, element("span", ", ".join(ruling.sets), class_="value"))
        for ruling in standard.rulings_in_force
    ]
    columns: list[Column] = ["ruling", ("question", WIDE), ("decided", WIDE), "sets"]
    told = f"All {len(rows)} rulings in force"
    return element("details", element("summary", told), table(f"Rulings of {standard.ref}", columns, rows))


def _written(held: object) -> str | None:
    if held is None or isinstance(held, str):
        return held
    return json.dumps(held, sort_keys=True, ensure_ascii=False)
