"""One item explained: the two values, what decided, how each citation matched, and the source with the quote marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from loanproof.cli.explained_cases import label_text, name_of
from loanproof.core import Reason
from loanproof.documents import words_of_section
from loanproof.reports import write_structured

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.runs import ResultCase, ResultDifference, ResultEvidence, ResultItem
    from loanproof.service import Sources

_IN_ORDER = "OK"
_BESIDE = "A true quote that does not show the value by itself, beside one that does: it costs nothing."
_MARKS = ("⟦", "⟧")
_WORDS = {
    "exact": "right",
    "abbreviated": "abbreviated",
    "not_submitted": "no such file was submitted",
    "wide": "a range that is too wide",
    "not_there": "does not exist",
    "finer": "right, and finer than needed",
    "coarse": "right, but coarse",
    "unresolved": "not among the sections that were found",
    "other": "another section",
}
_UNPAGED = "the document has no pages"
_UNNUMBERED = "the text is before the first section"
_LOST = {"wrong": "the quote is not there", "other": "the quote is not there"}  # nor does it appear anywhere else
_NOTHING = Text("(nothing)", "dim")


def print_item(item: ResultItem, case: ResultCase, sources: Sources, printer: Printer) -> None:
    """Print everything that decided one item."""
    tier = f"Tier {item.tier}, " if item.tier else ""
    extra = ", not expected by the case" if item.extra else ""
    head = f"  {case.case_id}, {case.capability}, repeat {case.repeat}"
    printer.print(Text.assemble((name_of(item), "bold"), head))
    if case.question is not None:
        printer.print(Text(case.question))
    printer.print(
        Text.assemble(
            label_text(item.label), f", score {item.score:g}  ({tier}weight {item.weight:g}{extra})", style="bold"
        )
    )
    printer.print()
    _print_values(item, printer)
    _print_reasons(item, sources, printer)
    told = {reason.message for reason in item.reasons}
    for number, evidence in enumerate(item.evidence, start=1):
        title = f"Citation {number} of {len(item.evidence)}"
        is_beside = item.citation_class == _IN_ORDER and evidence.reason == Reason.QUOTE_NO_SUPPORT
        _print_citation(evidence, title, sources, printer, is_told=evidence.message in told, is_beside=is_beside)
    if not item.evidence:
        none = "nothing to cite" if item.citation_class == "NA" else "nothing is cited"
        printer.print(Text.assemble(("Citation", "bold"), f"  {none} ({item.citation_class})"))
        printer.print()
    in_order = item.citation_class == _IN_ORDER
    notes = [
        finding
        for finding in case.findings
        if finding.item == item.item and not (in_order and finding.code == Reason.QUOTE_NO_SUPPORT)
    ]
    for finding in notes:
        printer.print(Text(f"- {finding.message} [{finding.code}]"), indent=2)


def _print_values(item: ResultItem, printer: Printer) -> None:
    table = _rows()
    for name, raw, canonical in (
        ("expected", item.expected_raw, item.expected_canonical),
        ("given", item.output_raw, item.output_canonical),
    ):
        table.add_row(name, _NOTHING if raw is None else Text(write_structured(raw)))
        if canonical is not None and canonical != raw:
            table.add_row("", Text(f"understood as {canonical}", "dim"))
    stated = "no figure" if item.confidence is None else f"{item.confidence:g}"
    review = {"none": "no review", "flag": "flagged for review", "required": "review required"}[item.hitl]
    table.add_row("confidence", Text(f"{item.confidence_level} ({stated}), {review}"))
    printer.print(Text.assemble(("Value alone", "bold"), ": ", label_text(item.value_label)))
    printer.print(table, indent=2)
    printer.print()


def _print_reasons(item: ResultItem, sources: Sources, printer: Printer) -> None:
    printer.print(Text("Why", "bold"))
    for reason in item.reasons:
        printer.print(Text(f"{reason.message} [{reason.code}]"), indent=2)
        ruling = None if reason.ruling is None else sources.ruling(reason.ruling)
        if ruling is not None:
            told = f"Ruling {ruling.id} on “{ruling.question}”: {ruling.ruling}"
            printer.print(Text(told + (f" ({ruling.why})" if ruling.why else ""), "dim"), indent=4)
        elif reason.ruling is not None:
            printer.print(Text(f"Ruling {reason.ruling}", "dim"), indent=4)
    printer.print()


def _print_citation(
    evidence: ResultEvidence, title: str, sources: Sources, printer: Printer, *, is_told: bool, is_beside: bool
) -> None:
    """Print how each element of a citation matched; its sentence only if no reason already contains it."""
    cited = evidence.cited
    named = "" if is_beside else f"  {evidence.citation_class} [{evidence.reason}]"
    printer.print(Text.assemble((title, "bold"), named))
    meant = sources.citation_class(evidence.citation_class)
    if is_beside:
        printer.print(Text(_BESIDE, "dim"), indent=2)
    elif meant is not None and evidence.citation_class != _IN_ORDER:
        best = str(meant.label_at_best).replace("_", " ")
        limit = "Always a hallucination" if best == "hallucination" else f"At best {best}"
        printer.print(Text(f"{meant.meaning} {limit}; provenance {meant.provenance_score}.", "dim"), indent=2)
    if not is_told and not is_beside:
        printer.print(Text(evidence.message), indent=2)
    table = _rows()
    lost = _LOST if evidence.page is None and evidence.section is None else {}
    page_match = {**lost, "not_needed": _UNPAGED}.get(evidence.page_match or "", evidence.page_match)
    section_match = {**lost, "not_needed": _UNNUMBERED}.get(evidence.section_match or "", evidence.section_match)
    table.add_row("file", _matched(cited.document, evidence.file_match or "not_submitted", evidence.document))
    table.add_row("page", _matched(cited.page, page_match, evidence.shown_page))
    table.add_row("section", _matched(cited.section, section_match, _section(evidence.section)))
    table.add_row("quote", _quote(evidence))
    for difference in evidence.differs:
        if difference.expected or difference.found:
            table.add_row("", _difference(difference))
    printer.print(table, indent=2)
    printer.print()
    _print_source(evidence, sources, printer)


def _matched(cited: str | None, match: str | None, found: object) -> Text:
    """Return what was cited, how it matched, and where the text is if that is elsewhere."""
    told = Text(cited) if cited else Text("(none)", "dim")
    if match is not None:
        told.append(f"  {_WORDS.get(match, match)}", "dim")
    if found is not None and str(found).casefold() != (cited or "").strip().casefold():
        told.append(f"; the text is at {found}", "dim")
    return told


def _section(section: str | None) -> str | None:
    """Return a section id for display: a definition by its term."""
    return section if section is None or "#" not in section else words_of_section(section)


def _quote(evidence: ResultEvidence) -> Text:
    if not evidence.cited.quote:
        return Text("(none)", "dim")
    told = Text(f"“{' '.join(evidence.cited.quote.split())}”")
    told.append(f"  {(evidence.match or 'not searched').replace('_', ' ')}", "dim")
    if evidence.folds:
        told.append(f"; forgiven: {', '.join(fold.replace('_', ' ') for fold in evidence.folds)}", "dim")
    return told


def _difference(one: ResultDifference) -> Text:
    said = f"the document says “{one.expected}”, " if one.expected else "the document has nothing there, "
    said += f"the quote “{one.found}”" if one.found else "the quote leaves it out"
    where = {True: ", which appears elsewhere", False: ", which does not appear in it", None: ""}[one.stands_elsewhere]
    return Text(f"{said} ({one.token_class}{where})", "yellow")


def _print_source(evidence: ResultEvidence, sources: Sources, printer: Printer) -> None:
    excerpt = sources.excerpt(evidence)
    if excerpt is None:
        _print_cited_place(evidence, sources, printer)
        return
    place = [evidence.document or ""]
    place += [f"page {evidence.shown_page}"] if evidence.shown_page is not None else []
    place += [words_of_section(evidence.section)] if evidence.section else []
    printer.print(Text.assemble(("Source", "bold"), f"  {', '.join(place)}"))
    marked = Text.assemble((_MARKS[0], "bold"), (excerpt.marked, "bold"), (_MARKS[1], "bold"))
    printer.print(Text.assemble(excerpt.before, marked, excerpt.after), indent=2)
    printer.print()


def _print_cited_place(evidence: ResultEvidence, sources: Sources, printer: Printer) -> None:
    """Print what is at the cited place of a quote that does not appear."""
    opening = sources.opening(evidence)
    if opening is not None:
        cited = evidence.cited
        place = f"section {cited.section}" if cited.section else f"page {cited.page}"
        printer.print(Text.assemble(("At the cited place", "bold"), f"  {evidence.document}, {place}"))
        printer.print(Text(opening), indent=2)
        printer.print()


def _rows() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    return table
