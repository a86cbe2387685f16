"""The judge's prompt: the rubric's template, filled in one pass.

A model's answer is plain text here: a ``{{placeholder}}`` or a heading inside it stays unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from loanproof.cases import QaCase, TaskCase, list_citations
from loanproof.core import Capability, digest_data, plain_decimal
from loanproof.outputs import QaOutput, TaskOutput

if TYPE_CHECKING:
    from loanproof.cases import BmtCase, Case, CovenantsCase, DocumentCase, ExpectedCitation, ExtractionCase
    from loanproof.outputs import Output
    from loanproof.standards import RubricStandard

TASKS: Mapping[Capability, str] = {
    Capability.EXTRACTION: (
        "Extract the deal terms of the loan document, each with its value, its confidence and a citation of file, "
        "page, section and verbatim quote, and say which terms the document does not state."
    ),
    Capability.COVENANTS: (
        "List the covenants of the loan document, each with its type, threshold, testing frequency and effective "
        "date and a citation of file, page, section and verbatim quote, and report grace periods and cross-default."
    ),
    Capability.BMT: (
        "Compare the terms of the loan document with the market benchmark of its jurisdiction, and state for each "
        "term the deal value, the benchmark value with its reference, the gap between them and a citation."
    ),
}
"""The fixed task of the capabilities whose cases ask no question of their own; part of :func:`prompt_hash`."""

_PLACEHOLDER = re.compile(r"\{\{(\w{1,60})\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeInputs:
    """What fills the template; the names are those of its placeholders."""

    task: str
    reference_answer: str
    provided_context: str
    candidate_answer: str


def prompt_hash(standard: RubricStandard) -> str:
    """Return the digest of everything fixed in a judge's prompt: the template and the tasks."""
    return digest_data({"template": standard.judge_template, "tasks": TASKS})


def judge_prompt(case: Case, output: Output, standard: RubricStandard) -> str:
    """Return the prompt for one answer to one case."""
    return fill_template(standard, judge_inputs(case, output))


def fill_template(standard: RubricStandard, inputs: JudgeInputs) -> str:
    """Return the template with each placeholder replaced once; inserted text is never expanded."""
    texts = asdict(inputs)
    return _PLACEHOLDER.sub(lambda found: texts[found[1]], standard.judge_template)


def judge_inputs(case: Case, output: Output) -> JudgeInputs:
    """Return the template inputs for a case; missing parts are empty."""
    match case:
        case TaskCase():
            return JudgeInputs(
                task=case.task,
                reference_answer=case.reference_answer or "",
                provided_context=case.provided_context or "",
                candidate_answer=_answer(output),
            )
        case QaCase():
            facts = "; ".join(fact.any[0] for fact in case.expected.facts)
            return JudgeInputs(
                task=case.question,
                reference_answer=case.expected.reference_answer or facts,
                provided_context=_quotes(case),
                candidate_answer=_answer(output),
            )
        case _:
            return JudgeInputs(
                task=TASKS[case.capability],
                reference_answer=_expected(case),
                provided_context=_quotes(case),
                candidate_answer=_json(output.raw),
            )


def _answer(output: Output) -> str:
    return (output.answer or "") if isinstance(output, QaOutput | TaskOutput) else ""


def _expected(case: ExtractionCase | CovenantsCase | BmtCase) -> str:
    """Return the expected object as JSON, without empty parts."""
    return _json(case.expected.model_dump(by_alias=True, exclude_defaults=True))


def _quotes(case: DocumentCase) -> str:
    """Return each expected quote once, one per line, with its place."""
    lines = (
        _place(citation, case) + json.dumps(citation.quote, ensure_ascii=False) for _, citation in list_citations(case)
    )
    return "\n".join(dict.fromkeys(lines))


def _place(citation: ExpectedCitation, case: DocumentCase) -> str:
    page = None if citation.page is None else f"page {citation.page}"
    parts = (citation.document or case.document_names[0], page, citation.section)
    return ", ".join(part for part in parts if part) + ": "


def _json(data: object) -> str:
    """Return data in canonical form, but with numbers as numbers: the judge sees what was answered."""
    match data:
        case Decimal():
            return plain_decimal(data)
        case Mapping():
            return "{" + ",".join(f"{_json(key)}:{_json(data[key])}" for key in sorted(data)) + "}"
        case list() | tuple():
            return "[" + ",".join(map(_json, data)) + "]"
        case _:
            return json.dumps(data, ensure_ascii=False)
