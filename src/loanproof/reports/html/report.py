"""The report as one self-contained page: the verdict first, then what it is based on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loanproof import __version__
from loanproof.reports.html.cases_section import (
    findings_section,
    hallucinations_section,
    silent_section,
    worst_section,
)
from loanproof.reports.html.changes_section import regressions_section, trend_section
from loanproof.reports.html.elements import element
from loanproof.reports.html.figures_section import confidence_section, cost_section, repeats_section
from loanproof.reports.html.heat_map import render_heat_map
from loanproof.reports.html.page import Section, render_page
from loanproof.reports.html.pictures import Pictures
from loanproof.reports.html.sources_section import metadata_section, standards_section
from loanproof.reports.html.verdict_section import (
    gates_section,
    remediation_section,
    render_verdict,
    scores_section,
    twins_section,
)
from loanproof.reports.verdict_words import system_words, verdict_word

if TYPE_CHECKING:
    from loanproof.reports.subject import ReportSubject


def render_html(subject: ReportSubject) -> Iterator[str]:
    """Yield the report piece by piece. The same run gives the same bytes: no time stamps."""
    head = subject.head
    title = f"{verdict_word(head)}: {system_words(head.run)}"
    made_by = element("p", f"Written by Loanproof {__version__}. This page runs no script and asks for nothing.")
    pictures = Pictures(subject.draw_page)
    has_images = subject.draw_page is not None
    header = render_verdict(subject, pictures)
    yield from render_page(title, header, _sections(subject, pictures), made_by, has_images=has_images)


def _sections(subject: ReportSubject, pictures: Pictures) -> Iterator[Section]:
    head, survey = subject.head, subject.survey
    yield gates_section(head)
    yield scores_section(subject)
    if head.twins:
        yield twins_section(head)
    if subject.comparison is not None:
        yield regressions_section(subject.comparison)
    yield hallucinations_section(subject)
    yield remediation_section(head, subject.remedies)
    yield worst_section(survey, pictures)
    yield Section(id="heat", title="Labels by item and case", body=render_heat_map(survey.heat))
    yield silent_section(survey)
    yield findings_section(survey)
    yield confidence_section(subject)
    yield cost_section(subject)
    yield repeats_section(subject)
    if subject.trend is not None:
        yield trend_section(subject.trend)
    yield metadata_section(head.run)
    yield standards_section(subject)
