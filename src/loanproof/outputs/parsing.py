"""From what a system answered to an :class:`Output`: lenient, never raising, every defect a finding."""

from __future__ import annotations

import re
from collections.abc import Mapping

from loanproof.core import Capability
from loanproof.outputs.bmt import read_comparisons, read_jurisdiction
from loanproof.outputs.confidence import read_confidence
from loanproof.outputs.covenants import read_covenants, read_flags
from loanproof.outputs.fields import read_fields, read_tranches
from loanproof.outputs.findings import Finding, FindingCode, Findings, quote_for_message
from loanproof.outputs.json_text import NotJson, Pairs, decode_json
from loanproof.outputs.output import (
    BmtOutput,
    CovenantsOutput,
    DocumentKind,
    ExtractionOutput,
    Output,
    QaOutput,
    TaskOutput,
)
from loanproof.outputs.parts import Part, type_of
from loanproof.outputs.places import read_citations
from loanproof.outputs.plain_data import EMPTY, Value, tame
from loanproof.outputs.readable import readable
from loanproof.standards import OUR_CONTRACT, EvalStandard, load_contract

_ANSWERS = frozenset({Capability.QA, Capability.TASK})
_LONGEST_REPORT = 500
_KEYS_OF_ANSWERS = frozenset({"answer", "capability", "question", "provenance", "confidence"})
_OPENS_OUTPUT = re.compile(r"""\s*(?:```[a-z]*\s*)?\{\s*"answer\"""", re.IGNORECASE)
_MAIN_KEYS: Mapping[Capability, tuple[str, ...]] = {
    Capability.EXTRACTION: ("fields", "tranches"),
    Capability.COVENANTS: ("covenants",),
    Capability.BMT: ("comparisons",),
    Capability.QA: ("answer",),
    Capability.TASK: ("answer",),
}


def told_capability(data: object) -> str | None:
    """Return the capability that an output names, else the one that has its main key; ``None`` if there is neither."""
    told = dict(data) if isinstance(data, Pairs) else {}
    named = told.get("capability")
    if isinstance(named, str):
        return named
    return next((one for one, keys in _MAIN_KEYS.items() if any(key in told for key in keys)), None)


def parse_output(raw: object, capability: Capability, *, standard: EvalStandard | None = None) -> Output:
    """Parse what a system answered for a case: the output object, or the raw text of a model.

    Never raises: whatever cannot be read is left out and reported. An answer that is not one JSON object gives an empty
    output. For ``qa`` and ``task`` a plain string is the answer.

    Args:
        raw: Decoded JSON data, or text that must be exactly one JSON object.
        capability: What the case asked for.
        standard: The contract that defines the fields; our newest by default.
    """
    findings = Findings()
    data = _decoded(raw, findings, takes_text=capability in _ANSWERS) if isinstance(raw, str) else raw
    value = tame(data, findings)
    read = value if capability is Capability.TASK else readable(value, findings)  # a task is read by people and judges
    part = Part(read if isinstance(read, Mapping) else EMPTY, "", findings)
    if isinstance(value, Mapping):
        _check_capability(part, capability)
        _check_main_key(part, capability)
    elif not isinstance(raw, str):  # defects of the text were reported while decoding it
        findings.add(FindingCode.NOT_ONE_OBJECT, "", f"The output must be one JSON object, not {type_of(value)}.")
    kept = value if isinstance(value, Mapping) else tame(raw, Findings())
    return _read(part, capability, standard or load_contract(OUR_CONTRACT), raw=kept)


def _decoded(text: str, findings: Findings, *, takes_text: bool) -> object:
    """Return the object in a text, with findings about the text itself, or ``None`` if there is none."""
    if takes_text and "{" not in text:  # no object, whatever else it is
        return {"answer": text}
    decoded = decode_json(text)
    if takes_text and (isinstance(decoded, NotJson) or not _is_output(decoded.data)):
        if isinstance(decoded, NotJson) and _OPENS_OUTPUT.match(text):
            findings.add(FindingCode.NOT_ONE_OBJECT, "", f"The answer is read as plain text: {decoded.why}")
        return {"answer": text}
    if isinstance(decoded, NotJson):
        code = FindingCode.TOO_DEEP if decoded.too_deep else FindingCode.NOT_ONE_OBJECT
        findings.add(FindingCode.TEXT_TOO_LONG if decoded.too_long else code, "", decoded.why)
        return None
    if decoded.had_mark:
        findings.add(FindingCode.BYTE_ORDER_MARK, "", "The text begins with a byte order mark.")
    if decoded.had_control_characters:
        findings.add(FindingCode.CONTROL_CHARACTER, "", "A string holds a control character that is not escaped.")
    if isinstance(decoded.data, Pairs):
        return decoded.data
    findings.add(FindingCode.NOT_ONE_OBJECT, "", "The text is JSON, but not an object.")
    return None


def _is_output(data: object) -> bool:
    """Return whether data is an output object, even one that lacks its answer, and no object that is the answer."""
    return isinstance(data, Pairs) and any(key in _KEYS_OF_ANSWERS for key, _ in data)


def _check_capability(part: Part, capability: Capability) -> None:
    stated = part.text("capability")
    if stated is not None and stated.strip().lower() != capability:
        message = f"The output says {quote_for_message(stated)}, but the case asks for {capability}."
        part.note(FindingCode.CAPABILITY_DIFFERS, "capability", message)


def _check_main_key(part: Part, capability: Capability) -> None:
    keys = _MAIN_KEYS[capability]
    if all(part.value(key) is None for key in keys):
        part.note(FindingCode.MISSING_KEY, keys[0], f"The output has no {' and no '.join(keys)}.")


def _read(part: Part, capability: Capability, standard: EvalStandard, *, raw: Value) -> Output:
    match capability:
        case Capability.EXTRACTION:
            return _extraction(part, standard, raw)
        case Capability.COVENANTS:
            return _covenants(part, standard, raw)
        case Capability.BMT:
            return _bmt(part, standard, raw)
        case Capability.QA:
            return _qa(part, standard, raw)
        case Capability.TASK:
            document, answer = part.text("document"), part.text("answer")
            return TaskOutput(document=document, raw=raw, answer=answer, findings=_closed(part))


def _extraction(part: Part, standard: EvalStandard, raw: Value) -> ExtractionOutput:
    document, kind = part.text("document"), part.word("document_kind", DocumentKind)
    fields, tranches = read_fields(part, standard), read_tranches(part, standard)
    return ExtractionOutput(
        document=document, document_kind=kind, fields=fields, tranches=tranches, raw=raw, findings=_closed(part)
    )


def _covenants(part: Part, standard: EvalStandard, raw: Value) -> CovenantsOutput:
    document, covenants, flags = part.text("document"), read_covenants(part, standard), read_flags(part, standard)
    return CovenantsOutput(document=document, covenants=covenants, flags=flags, raw=raw, findings=_closed(part))


def _bmt(part: Part, standard: EvalStandard, raw: Value) -> BmtOutput:
    document, jurisdiction = part.text("document"), read_jurisdiction(part)
    comparisons = read_comparisons(part, standard)
    return BmtOutput(
        document=document, jurisdiction=jurisdiction, comparisons=comparisons, raw=raw, findings=_closed(part)
    )


def _qa(part: Part, standard: EvalStandard, raw: Value) -> QaOutput:
    document, question, answer = part.text("document"), part.text("question"), part.text("answer")
    confidence, citations = read_confidence(part, standard), read_citations(part)
    return QaOutput(
        document=document,
        question=question,
        answer=answer,
        confidence=confidence,
        citations=citations,
        raw=raw,
        findings=_closed(part),
    )


def _closed(part: Part) -> tuple[Finding, ...]:
    """Report the unknown keys, and return all findings: the last step of every parse.

    Anything that a system itself reports as ``findings`` becomes a finding too, in its own words.
    """
    for told in part.parts("findings", text_as="message"):
        code, place, message = told.text("code") or "", told.text("place") or "", told.text("message") or ""
        where = f" at {quote_for_message(place)}" if place else ""
        sentence = " ".join(message.split())[:_LONGEST_REPORT]
        told.note(FindingCode.REPORTED, None, f"The system reports {quote_for_message(code)}{where}: {sentence}")
        told.close()
    part.close()
    return part.findings.all()
