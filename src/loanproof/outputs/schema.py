"""The JSON Schema of an output: what a system under test should write. Parsing is more lenient than this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from loanproof.core import Capability
from loanproof.outputs.fields import FieldStatus
from loanproof.outputs.output import DocumentKind
from loanproof.outputs.structures import STRUCTURES
from loanproof.standards import ConfidenceLevel, EvalStandard, ValueKind

Schema: TypeAlias = dict[str, Any]

_TEXT: Schema = {"type": ["string", "null"]}
_NUMBER: Schema = {"type": ["number", "null"]}
_FLAG: Schema = {"type": ["boolean", "null"]}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_ANY: Schema = {}
_VALUE: Schema = {"type": ["string", "number", "boolean", "array", "object", "null"]}


def output_schema(standard: EvalStandard) -> Schema:
    """Return the JSON Schema of the output object under a contract, with one alternative per capability."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Output of a system under test",
        "oneOf": [{"$ref": f"#/$defs/{capability}_output"} for capability in Capability],
        "$defs": {**_shared_parts(standard), **_covenant_parts(), **_term_parts(), **_outputs()},
    }


def _object(required: Iterable[str] = (), **properties: Schema) -> Schema:
    # Names that Python keeps for itself are written with an underscore here.
    named = {name.rstrip("_"): schema for name, schema in properties.items()}
    return {"type": "object", "properties": named, "required": list(required)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(name: str) -> Schema:
    return {"type": "array", "items": _ref(name)}


def _optional(name: str) -> Schema:
    return {"anyOf": [_ref(name), {"type": "null"}]}


def _words(words: type[StrEnum]) -> Schema:
    return {"enum": [word.value for word in words]}


def _shared_parts(standard: EvalStandard) -> Mapping[str, Schema]:
    score: Schema = {"type": "number", "minimum": 0, "maximum": 1}
    level = _words(ConfidenceLevel)
    return {
        "citation": _object(document=_TEXT, page={"type": ["integer", "string", "null"]}, section=_TEXT, quote=_TEXT),
        "confidence": {"anyOf": [score, level, _ref("stated_confidence"), {"type": "null"}]},
        "stated_confidence": _object(score=score, level=level),
        "derivation": _object(from_=_list("citation"), how=_TEXT),
        "conflict": _object(("value",), value=_VALUE, provenance=_list("citation")),
        "conditional_date": _object(
            ("state",), state={"enum": ["conditional", "unclear"]}, condition=_TEXT, provenance=_list("citation")
        ),
        "field": _object(
            ("status",),
            status=_words(FieldStatus),
            value=_VALUE,
            confidence=_ref("confidence"),
            scope={"anyOf": [{"const": "shared"}, _TEXTS]},
            provenance=_list("citation"),
            original_value=_VALUE,
            effective_date={"anyOf": [_TEXT, _ref("conditional_date")]},
            derived=_optional("derivation"),
            conflict={"anyOf": [_list("conflict"), {"type": "null"}]},
            note=_TEXT,
        ),
        "fields": _object(**{name: _field(field.kind) for name, field in standard.fields.items()}),
        "tranche": _object(("label", "fields"), label={"type": "string"}, fields=_ref("fields")),
        "reported_finding": _object(code=_TEXT, place=_TEXT, message=_TEXT),
    }


def _field(kind: ValueKind) -> Schema:
    keys = STRUCTURES.get(kind)
    if keys is None:
        return _ref("field")
    structure = {"type": "object", "properties": dict.fromkeys(keys, _ANY), "additionalProperties": False}
    value = {"anyOf": [{"not": {"type": "object"}}, structure]}
    return {"allOf": [_ref("field"), {"properties": {"value": value, "original_value": value}}]}


def _covenant_parts() -> Mapping[str, Schema]:
    return {
        "period": _object(from_=_TEXT, to=_TEXT, test_dates=_TEXTS),
        "step": _object(from_=_TEXT, to=_TEXT, threshold=_VALUE),
        "waiver": _object(
            covenant=_TEXT,
            original_threshold=_VALUE,
            waived_threshold=_VALUE,
            period=_optional("period"),
            test_dates=_TEXTS,
            temporary=_FLAG,
            covenant_survives=_FLAG,
            provenance=_list("citation"),
        ),
        "carve_out": _object(scope=_TEXT, cap=_VALUE, shared_cap=_FLAG, provenance=_list("citation")),
        "grace_period": _object(
            days=_NUMBER, unit=_TEXT, triggers=_TEXTS, confidence=_ref("confidence"), provenance=_list("citation")
        ),
        "cross_default": _object(
            present=_FLAG,
            kind=_TEXT,
            threshold=_VALUE,
            thresholds={"type": "array", "items": _VALUE},
            confidence=_ref("confidence"),
            provenance=_list("citation"),
        ),
        "covenant": _object(
            ("name",),
            name={"type": "string"},
            also=_TEXTS,
            type_={"anyOf": [_TEXT, _TEXTS]},
            secondary_type=_TEXT,
            threshold=_VALUE,
            operator=_TEXT,
            steps=_list("step"),
            testing_frequency=_TEXT,
            condition=_TEXT,
            effective_date=_TEXT,
            waiver=_optional("waiver"),
            carve_outs=_list("carve_out"),
            grace_period=_optional("grace_period"),
            cross_default=_optional("cross_default"),
            confidence=_ref("confidence"),
            provenance=_list("citation"),
        ),
        "flags": _object(grace_periods=_list("grace_period"), cross_default=_optional("cross_default")),
    }


def _term_parts() -> Mapping[str, Schema]:
    return {
        "jurisdiction": _object(governing_law=_TEXT, market=_TEXT, ambiguous=_FLAG, benchmark=_TEXT, disclosure=_TEXT),
        "benchmark": _object(publication=_TEXT, reference=_TEXT, value=_VALUE),
        "gap": _object(bps=_NUMBER, percentage_points=_NUMBER, days=_NUMBER, text=_TEXT),
        "comparison": _object(
            ("term", "finding"),
            term={"type": "string"},
            finding={"type": "string"},
            deal_value=_VALUE,
            benchmark=_optional("benchmark"),
            gap=_optional("gap"),
            confidence=_ref("confidence"),
            provenance=_list("citation"),
        ),
    }


def _outputs() -> Mapping[str, Schema]:
    answer: Schema = {"type": "string"}
    return {
        "extraction_output": _output(
            Capability.EXTRACTION,
            document_kind=_words(DocumentKind),
            fields=_ref("fields"),
            tranches=_list("tranche"),
        ),
        "covenants_output": _output(
            Capability.COVENANTS, ("covenants",), covenants=_list("covenant"), flags=_optional("flags")
        ),
        "bmt_output": _output(
            Capability.BMT, ("comparisons",), jurisdiction=_optional("jurisdiction"), comparisons=_list("comparison")
        ),
        "qa_output": _output(
            Capability.QA,
            ("answer",),
            question=_TEXT,
            answer=answer,
            confidence=_ref("confidence"),
            provenance=_list("citation"),
        ),
        "task_output": _output(Capability.TASK, ("answer",), answer=answer),
    }


def _output(capability: Capability, required: Iterable[str] = (), **properties: Schema) -> Schema:
    head = {"capability": {"const": capability.value}, "document": _TEXT, "findings": _list("reported_finding")}
    return _object(("capability", *required), **head, **properties)
