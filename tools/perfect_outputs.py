"""Perfect outputs made from gold: what a system says of a case that finds everything and errs nowhere."""

from __future__ import annotations

from typing import Any

SURE = 0.95
UNSURE = 0.3  # of what cannot be read: whoever is sure of it has guessed
UNCHANGED = "unchanged — refer to original agreement"
NUMBERS = frozenset({"page", "days", "count", "bps", "percentage_points"})
FLAGS = frozenset({"present", "ambiguous", "shared_cap", "temporary", "covenant_survives"})


def perfect_output(case: dict[str, Any]) -> dict[str, Any]:
    """Return the perfect output of a case, given as the plain data of its file."""
    expected, capability = case["expected"], case["capability"]
    output: dict[str, Any] = {"capability": capability, "document": document_of(case)}
    match capability:
        case "extraction":
            output |= _extraction(expected)
        case "covenants":
            output["covenants"] = [_covenant(_typed(one)) for one in expected.get("covenants", ())]
            output["flags"] = _flags(_typed(expected.get("flags", {})))
        case "bmt":
            publication = _publication(expected["jurisdiction"])
            output["jurisdiction"] = _jurisdiction(_typed(expected["jurisdiction"]))
            output["comparisons"] = [_comparison(_typed(one), publication) for one in expected["terms"]]
        case _:
            output |= {"question": case["question"], "answer": perfect_answer(expected), "confidence": SURE}
            output["provenance"] = _typed(expected.get("citations", []))
    _name_document(output, output["document"])
    return output


def document_of(case: dict[str, Any]) -> str:
    """Return the name of the document that is analysed."""
    return str(case["document"] if "document" in case else case["documents"][0])


def _extraction(expected: dict[str, Any]) -> dict[str, Any]:
    amended = expected.get("amendment", {}).get("effective_date")
    tranches = [
        {"label": one["label"], "fields": {name: _field(gold, amended) for name, gold in one["fields"].items()}}
        for one in expected.get("tranches", ())
    ]
    fields = {name: _field(gold, amended) for name, gold in expected.get("fields", {}).items()}
    if not tranches:
        return {"document_kind": expected["document_kind"], "fields": fields}
    for field in fields.values():
        if field["status"] == "extracted":
            field["scope"] = "shared"
    return {"document_kind": expected["document_kind"], "fields": fields, "tranches": tranches}


def _field(gold: dict[str, Any], amended: Any) -> dict[str, Any]:
    state = gold.get("state", "present")
    field: dict[str, Any] = {"status": "extracted" if state == "present" else state, "confidence": SURE}
    if state == "illegible":
        field["confidence"] = UNSURE
    match state:
        case "present" | "amended":
            field |= {"value": _value(gold["value"]), "provenance": _typed(gold.get("citations", []))}
        case "unchanged":
            field["value"] = UNCHANGED
        case _:
            pass
    if state == "amended":
        field |= {"original_value": _value(gold.get("original")), "effective_date": _day(gold, amended)}
    if "conflict" in gold:
        field["conflict"] = _typed(gold["conflict"])
    return field


def _day(gold: dict[str, Any], amended: Any) -> Any:
    """Return when an amendment takes effect as a system says it: without the quotes that show the condition."""
    day = gold.get("effective_date", amended)
    return {name: one for name, one in day.items() if name != "citations"} if isinstance(day, dict) else day


def _value(gold: Any) -> Any:
    """Return an expected value as a system says it: of a condition its name, without the words that tell it."""
    if isinstance(gold, list):
        return [one.get("name", one) if isinstance(one, dict) else one for one in gold]
    return _typed(gold)


def _covenant(covenant: dict[str, Any]) -> dict[str, Any]:
    """Return a covenant as reported: its effective date, which a case may leave to its default, must be said."""
    said = {name: one for name, one in covenant.items() if name != "lineage"}
    return {**said, "effective_date": covenant.get("effective_date", "per_agreement"), "confidence": SURE}


def _publication(jurisdiction: dict[str, Any]) -> str | None:
    """Return the benchmark that is used: the expected one, else the first that is accepted with a disclosure."""
    candidates = (jurisdiction.get("benchmark"), *jurisdiction.get("accept_with_disclosure", ()))
    return next((one for one in candidates if one not in {None, "null"}), None)


def _flags(flags: dict[str, Any]) -> dict[str, Any]:
    """Return the flags of a document as reported, each with how sure the system is."""
    for one in (*(flags.get("grace_periods") or ()), flags.get("cross_default")):
        if one is not None:
            one["confidence"] = SURE
    return flags


def _jurisdiction(jurisdiction: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of the benchmark; where none goes without saying, the assumption is disclosed."""
    accepted = jurisdiction.pop("accept_with_disclosure", [])
    if jurisdiction.get("ambiguous") or accepted:
        assumed = jurisdiction.get("benchmark") or ", ".join(accepted) or "none"
        disclosure = f"For {jurisdiction.get('governing_law')} no benchmark is listed; {assumed} is assumed."
        jurisdiction.setdefault("disclosure", disclosure)
    return jurisdiction


def _comparison(term: dict[str, Any], publication: str | None) -> dict[str, Any]:
    benchmark = {
        "publication": publication,
        "reference": term.pop("reference", None),
        "value": term.pop("benchmark_value", None),
    }
    term.pop("gap_basis", None)
    return term | {"benchmark": benchmark, "confidence": SURE}


def perfect_answer(expected: dict[str, Any], *, with_refusals: bool = True) -> str:
    """Return an answer that says every fact, keeps every hedge and, unless others do, refuses what must be refused."""
    if expected.get("answerable") == "false":
        return _refusal(expected["topic"])
    facts = "; ".join(fact["any"][0] for fact in expected.get("facts", ()))
    answer = str(expected.get("reference_answer") or f"{facts}.")
    missing = [hedge for hedge in expected.get("qualified", ()) if hedge not in answer]
    refused = expected.get("refuse", ()) if with_refusals else ()
    return " ".join([answer, *(f"This is {hedge}." for hedge in missing), *map(_refusal, refused)])


def _refusal(topic: str) -> str:
    return f"The document does not contain information about {topic}."


def _typed(gold: Any) -> Any:
    """Return gold with the keys and types of an output: citations are provenance, numbers and flags are JSON's."""
    if isinstance(gold, list):
        return [_typed(one) for one in gold]
    if not isinstance(gold, dict):
        return gold
    return {"provenance" if key == "citations" else key: _typed_value(key, value) for key, value in gold.items()}


def _typed_value(key: str, value: Any) -> Any:
    if key in FLAGS and isinstance(value, str):
        return value == "true"
    if key in NUMBERS and isinstance(value, str) and value.lstrip("-").replace(".", "", 1).isdigit():
        return float(value) if "." in value else int(value)
    return _typed(value)


def _name_document(output: Any, name: str) -> None:
    """Let every citation name its document, as a careful system does."""
    if isinstance(output, list):
        for one in output:
            _name_document(one, name)
    elif isinstance(output, dict):
        for citation in output.get("provenance", ()):
            citation.setdefault("document", name)
        for one in output.values():
            _name_document(one, name)
