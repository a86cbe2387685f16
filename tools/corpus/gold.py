"""Gold as a case file has it: facts filled in, and every named span as the page, section and quote of the layout."""

from __future__ import annotations

from collections.abc import Mapping

from tools.corpus.deal import Data, Deal
from tools.corpus.layout import LaidOut
from tools.corpus.markup import DraftError, fill_facts


def write_cases(deal: Deal, laid_out: Mapping[str, LaidOut]) -> list[Data]:
    """Return the cases of a deal as plain data; ``laid_out`` has every document of the split by name."""
    return [_case(deal, case, laid_out) for case in deal.cases]


def write_history(written: Data, laid_out: Mapping[str, LaidOut]) -> Data:
    """Return a file ``deals/NAME.yaml`` of the suite; its citations name spans as ``document#span``."""
    return _cited(written, "", laid_out, name_document=True)


def cited_spans(data: Data) -> set[str]:
    """Return the names of all spans that gold cites, those of other documents included."""
    if isinstance(data, dict):
        own = set(data.get("citations", ()))
        return own.union(*(cited_spans(value) for key, value in data.items() if key != "citations"))
    return set().union(*map(cited_spans, data)) if isinstance(data, list | tuple) else set()


def _case(deal: Deal, case: Data, laid_out: Mapping[str, LaidOut]) -> Data:
    written = _filled(
        {key: value for key, value in case.items() if key not in {"expected", "type", "tags"}}, deal.facts
    )
    head: Data = {"id": _id(deal, case["id"]), "capability": written.pop("capability")}
    several = "documents" in written or "deal" in written
    if not several:
        head["document"] = f"{deal.name}.pdf"
    if deal.twin_of:
        head |= {"twin_of": case["id"], "twin_fact": deal.twin_fact}
    tags = [f"archetype-{deal.planned.archetype}", *deal.traps, *([case["type"]] if "type" in case else [])]
    written.pop("id")
    expected = _cited(_filled(case["expected"], deal.facts), deal.name, laid_out, name_document=several)
    return {**head, "tags": [*tags, *case.get("tags", ())], **written, "expected": expected}


def _id(deal: Deal, case_id: str) -> str:
    return f"{case_id}-{deal.name.rpartition('-')[2].upper()}" if deal.twin_of else case_id


def _filled(data: Data, facts: Mapping[str, str]) -> Data:
    if isinstance(data, dict):
        return {key: _filled(value, facts) for key, value in data.items()}
    if isinstance(data, list):
        return [_filled(one, facts) for one in data]
    return fill_facts(data, facts)


def _cited(data: Data, own: str, laid_out: Mapping[str, LaidOut], *, name_document: bool) -> Data:
    """Return gold with the names of spans under ``citations`` replaced by where they are."""
    if isinstance(data, list):
        return [_cited(one, own, laid_out, name_document=name_document) for one in data]
    if not isinstance(data, dict):
        return data
    return {
        key: [_citation(name, own, laid_out, name_document=name_document) for name in value]
        if key == "citations"
        else _cited(value, own, laid_out, name_document=name_document)
        for key, value in data.items()
    }


def _citation(name: str, own: str, laid_out: Mapping[str, LaidOut], *, name_document: bool) -> Data:
    """Return where a span is; ``other-deal#span`` is one of another document of the case."""
    document, _, span_name = name.rpartition("#")
    document = document or own
    if document not in laid_out:
        raise DraftError(f"{own}: {name!r} names a document that is not drafted.")
    spans = laid_out[document].spans
    if span_name not in spans:
        raise DraftError(f"{own}: gold cites {span_name!r}, which {document}.txt does not mark.")
    span = spans[span_name]
    place = {"page": str(span.pages[0]), "section": span.section or "null", "quote": span.quote}
    return {"document": f"{document}.pdf", **place} if name_document else place
