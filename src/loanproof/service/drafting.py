"""A case file drafted from a document: values and quotes to confirm, undecided where the system is unsure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from loanproof.core import FieldId
from loanproof.standards import ConfidenceLevel
from loanproof.values import DATE_KIND, MONEY_KIND, NO_CONTEXT, Kind, Reading, Unreadable, candidates_of, tokenize

if TYPE_CHECKING:
    from loanproof.service.analyzing import Analysis
    from loanproof.standards import EvalStandard

_LONGEST_COMMENT = 160


def draft_case(analysis: Analysis, *, case_id: str) -> str:
    """Return the YAML of an extraction case. Nothing in it is gold until a person has checked it.

    A field that the system is unsure of has the state ``undecided``: it is not scored, and a suite with one is never
    released. The system's answer is added as a comment.
    """
    return "\n".join(_lines(analysis, case_id)) + "\n"


def _lines(analysis: Analysis, case_id: str) -> Iterator[str]:
    output = analysis.output
    yield "# Drafted by rules from the document. Confirm every value and quote; decide what is undecided."
    yield f"id: {_flow(case_id)}"
    yield "capability: extraction"
    yield f"document: {_flow(analysis.document)}"
    yield "expected:"
    yield f"  document_kind: {output['document_kind']}"
    yield "  fields:"
    for name, field in output["fields"].items():
        yield from _field(name, field, analysis, "    ")
    tranches = output.get("tranches", ())
    if tranches:
        yield "  tranches:"
    for tranche in tranches:
        yield f"    - label: {_flow(tranche['label'])}"
        yield "      fields:"
        for name, field in tranche["fields"].items():
            yield from _field(name, field, analysis, "        ")


def _field(name: str, field: Mapping[str, Any], analysis: Analysis, indent: str) -> Iterator[str]:
    if analysis.level(field) is ConfidenceLevel.LOW:
        yield from _doubted(name, field, indent)
        return
    match field["status"]:
        case "extracted" if "derived" in field:
            yield f"{indent}{name}:"
            yield f"{indent}  state: absent"
            derivable = {"value": field["value"], "label": "correct", "undeclared_label": "semantic_match"}
            yield f"{indent}  derivable: [{_flow(derivable)}]"
        case "extracted" | "amended" | "undeterminable":
            yield from _stated(name, field, analysis.standard, indent)
        case state:
            yield f"{indent}{name}: {{state: {state}}}"


def _doubted(name: str, field: Mapping[str, Any], indent: str) -> Iterator[str]:
    if field.get("value") is not None:
        places = field.get("provenance") or [{}]
        page = places[0].get("page")
        where = "" if page is None else f" on page {page}"
        seen = f"{_flow(field['value'])}{where}"
        yield f"{indent}# seen, but not sure: {seen[:_LONGEST_COMMENT]}"
    yield f"{indent}{name}: {{state: undecided}}"


def _stated(name: str, field: Mapping[str, Any], standard: EvalStandard, indent: str) -> Iterator[str]:
    yield f"{indent}{name}:"
    if field["status"] != "extracted":
        yield f"{indent}  state: {field['status']}"
    if field["status"] != "undeterminable":
        yield f"{indent}  value: {_flow(field['value'])}"
        surfaces = _surfaces(name, field, standard)
        if surfaces:
            yield f"{indent}  surfaces: {_flow(surfaces)}"
    if field["status"] == "amended":
        if field.get("original_value") is not None:
            yield f"{indent}  original: {_flow(field['original_value'])}"
        yield f"{indent}  effective_date: {_effect(field['effective_date'])}"
    citations = field.get("provenance", ())
    if citations:
        yield f"{indent}  citations:"
    for one in citations:
        yield f"{indent}    - {_flow(_place(one))}"


def _surfaces(name: str, field: Mapping[str, Any], standard: EvalStandard) -> list[str]:
    """Return how the quotes write an amount or date whose value is in the form of the contract."""
    value: Any = field["value"]
    kind: Kind[Any] = standard.kind_of(FieldId(name)).of_item
    quotes = [one["quote"] for one in field.get("provenance", ())]
    if kind not in (DATE_KIND, MONEY_KIND) or (isinstance(value, str) and any(value in one for one in quotes)):
        return []
    reading: Reading[Any] = kind.read(value)
    if isinstance(reading, Unreadable):
        return []
    wanted = kind.part(*candidates_of(reading))
    written = (
        found.span.of(quote)
        for quote in quotes
        for found in kind.find(tokenize(quote), NO_CONTEXT)
        if wanted.compare(kind.part(*found.candidates)).relation.agrees
    )
    return list(dict.fromkeys(written))


def _effect(effect: object) -> str:
    if not isinstance(effect, Mapping):
        return _flow(effect)
    places = [_place(one) for one in effect.get("provenance", ())]
    return _flow({"state": effect["state"], "condition": effect["condition"], "citations": places})


def _place(citation: Mapping[str, Any]) -> dict[str, Any]:
    """Return a citation as in a case: the page is always given, even if it is null."""
    section = {} if citation.get("section") is None else {"section": citation["section"]}
    return {"page": citation.get("page"), **section, "quote": citation["quote"]}


def _flow(value: object) -> str:
    """Return a value on one line; JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)
