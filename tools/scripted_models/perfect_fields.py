"""What the perfect model says of the fields of an extraction: gold, in the words of clauses that it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from loanproof.core import FieldId
from loanproof.standards import ValueKind, load_contract
from loanproof.values import NO_CONTEXT, Read, Relation, tokenize
from tools.scripted_models.requests import WORD, Clause, Json, Request, quotes_of

STANDARD = load_contract("eval-standards@1.0+r2")
_TENOR, _MATURITY = FieldId("tenor"), FieldId("maturity_date")


def render_entry(request: Request, term: str, clauses: Sequence[Clause], value: Any, status: str, **more: Any) -> Json:
    """Return the answer to a term with just the keys that are wanted."""
    is_stated = status in ("stated", "changed", "derived")
    entry = {
        "term": term,
        "ids": [one.id for one in clauses],
        "ends": clauses[0].ends if clauses and is_stated else "",
        "value": [] if value is None else [value] if isinstance(value, str) and not request.choices(term) else value,
        "original": "",
        **more,
        "status": status,
    }
    return {key: entry[key] for key in request.entry}


def field_answers(request: Request, expected: Json) -> Iterator[Json]:
    """Yield the answers to the terms of a request."""
    for term in request.terms:
        field, _, tranche = term.partition(" of ")
        yield _field(request, term, FieldId(field), _gold(expected, field, tranche))


def _gold(expected: Json, field: str, tranche: str) -> Json:
    if not tranche:
        found: Json = expected.get("fields", {}).get(field, {"state": "absent"})
        return found
    for one in expected.get("tranches", ()):
        labels = {_folded(label) for label in (one["label"], *one.get("also", ()))}
        if any(_folded(tranche) in label or label in _folded(tranche) for label in labels):
            own: Json = one["fields"].get(field) or expected.get("fields", {}).get(field) or {"state": "absent"}
            return own
    return {"state": "absent"}


def _folded(label: str) -> str:
    return " ".join(WORD.findall(label.lower()))


def _field(request: Request, term: str, field: FieldId, gold: Json) -> Json:
    state, near = gold.get("state", "present"), request.near(quotes_of(gold))
    if state == "undeterminable" and near:
        gold = {**gold, "value": gold.get("value") or "", "surfaces": [*gold.get("surfaces", ()), *_dates(near)]}
        state = "present"
    answer = _stated(request, term, field, gold, near) if state in ("present", "amended") and near else None
    absent = "unchanged" if "unchanged" in request.statuses else "absent"
    return answer or render_entry(request, term, request.clauses[:1], None, absent)


def _stated(request: Request, term: str, field: FieldId, gold: Json, near: Sequence[Clause]) -> Json | None:
    status = "changed" if "changed" in request.statuses else "stated"
    if field == "conditions_precedent" and status == "stated":
        items = dict.fromkeys(one for quote in quotes_of(gold) for one in request.near([quote])[:1])
        return render_entry(request, term, list(items), None, status) if items else None
    if request.choices(term):
        word = _chosen(field, gold.get("value"))
        return render_entry(request, term, near[:1], word, status) if word in request.choices(term) else None
    found = _words(field, gold, near)
    if found is None and field == _MATURITY:  # a day that follows from another one: its words are what a model can say
        found = next((([clause], [text]) for clause, text in _places_of_dates(near)), None)
    if found is None:
        return _derived(request, term, near) if field == _TENOR else None
    clauses, words = found
    original = _original(gold, clauses) if status == "changed" else ""
    return render_entry(request, term, clauses, words, status, original=original)


def _chosen(field: FieldId, value: Any) -> str:
    if isinstance(value, bool):
        return "Y" if value else "N"
    if STANDARD.kind_of(field) is ValueKind.REPAYMENT:
        reading = STANDARD.kind_of(field).of_item.parse(str(value), NO_CONTEXT)
        named = value.get("class", "") if isinstance(value, dict) else ""
        own = reading.value.repayment_class.value if not named and isinstance(reading, Read) else named
        return str(own).partition(".")[0]
    return "Y" if str(value).lower() in ("y", "yes", "true") else "N"


def _words(field: FieldId, gold: Json, near: Sequence[Clause]) -> tuple[list[Clause], list[str]] | None:
    """Return the words of clauses that are the value: as gold writes it, or any that mean the same."""
    values = gold["value"] if isinstance(gold["value"], list) else [gold["value"]]
    forms = [*gold.get("surfaces", ()), *gold.get("accept", ())] if len(values) == 1 else []
    found: list[tuple[Clause, str]] = []
    for value in values:
        places = ((one, text) for one in near if (text := _text_in(one, field, value, forms)))
        place = next(places, None)
        if place is None:
            return None
        found.append(place)
    return list(dict.fromkeys(one for one, _ in found)), [text for _, text in found]


def _text_in(clause: Clause, field: FieldId, value: Any, forms: Sequence[str]) -> str | None:
    texts = [value, *forms, *_figure(value)] if isinstance(value, str) else [*forms, *_rates(value)]
    for text in texts:
        words = r"\s+".join(map(re.escape, str(text).split()))
        found = re.search(rf"(?<!\w){words}(?!\w)", clause.text, re.IGNORECASE) if words else None
        if found is not None:
            return found[0]
    kind: Any = STANDARD.kind_of(field).of_item
    wanted = kind.read(value, NO_CONTEXT)
    if not isinstance(wanted, Read):
        return None
    ranked = [
        (kind.compare(wanted.value, candidate).relation.rank, str(one.span.of(clause.text)))
        for one in kind.find(tokenize(clause.text), NO_CONTEXT)
        for candidate in one.candidates
    ]
    best = min(ranked, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] < Relation.DIFFERENT.rank else None


def _figure(value: str) -> Iterator[str]:
    """Yield the figure of a rate, which may stand in a table without its unit."""
    found = re.match(r"[0-9]+\.[0-9]+", value)
    return iter([found[0]] if found is not None else [])


def _rates(value: Any) -> Iterator[str]:
    """Yield the rates of a structured value: a model names one of them."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key in ("opening", "value") and isinstance(one, str):
                yield one
                yield one.replace("%", "").replace(" per annum", "").strip()
            elif isinstance(one, list):
                for row in one:
                    yield from _rates(row)


def _dates(near: Sequence[Clause]) -> Iterator[str]:
    """Yield the dates of clauses as they are written, such as a period after a day that is not known."""
    return (text for _, text in _places_of_dates(near))


def _places_of_dates(near: Sequence[Clause]) -> list[tuple[Clause, str]]:
    kind: Any = STANDARD.kind_of(_MATURITY).of_item
    return [(one, found.span.of(one.text)) for one in near for found in kind.find(tokenize(one.text), NO_CONTEXT)]


def _derived(request: Request, term: str, near: Sequence[Clause]) -> Json | None:
    dates = _places_of_dates(near)
    if len(dates) < 2:
        return None
    clauses = list(dict.fromkeys((dates[0][0], dates[-1][0])))
    return render_entry(request, term, clauses, [dates[0][1], dates[-1][1]], "derived")


def _original(gold: Json, clauses: Sequence[Clause]) -> str:
    text = gold.get("original")
    return text if isinstance(text, str) and any(text in one.text for one in clauses) else ""
