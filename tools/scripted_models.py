"""Models without a model: what they answer is worked out from the request and, for the perfect one, from gold.

A request is the body that an OpenAI server gets. A reader of it sees what a model sees: the clauses with their ids, the
terms, the schema. The perfect model answers from gold, but only with clauses that it is shown.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loanproof.core import Capability, FieldId
from loanproof.standards import ValueKind, load_contract
from loanproof.values import NO_CONTEXT, Read, Relation, tokenize
from tools.perfect_outputs import perfect_answer

Json = dict[str, Any]
STANDARD = load_contract("eval-standards@1.0+r2")
_LINE = re.compile(r"(?P<id>[B-DF-HJ-NP-TV-XZ2-9]{3})(?: \((?P<heading>.*?)\))?: (?P<text>.*)")
_WORD = re.compile(r"\w+")
_NEAR = 5  # words in a row that two texts share where one quotes the other
_TENORS = ("tenor",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause as the prompt shows it."""

    id: str
    text: str

    @property
    def ends(self) -> str:
        """Its checksum."""
        words = self.text.split()
        return f"{' '.join(words[:2])} ... {' '.join(words[-2:])}"


class Request:
    """The body of a call, read as a model reads it."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self.body = body
        self.text = "\n".join(one["content"] for one in body["messages"])
        user = body["messages"][-1]["content"]
        block = user.partition("DOCUMENT ")[2].partition("\n")[2].partition("\nEND ")[0]
        lines = [_LINE.fullmatch(line) for line in block.split("\n")]
        self.clauses = [Clause(id=one["id"], text=one["text"]) for one in lines if one is not None]
        self.terms = re.findall(
            r"^- ([^:\n]+): ", user.partition("\nTERMS\n")[2].partition("\nYour last")[0], re.MULTILINE
        )
        self.schema: Json = self._schema()

    def _schema(self) -> Json:
        form = self.body.get("response_format") or {}
        found: Json = form.get("json_schema", {}).get("schema") or form.get("schema") or {}
        return found

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the object that is wanted."""
        return frozenset(self.schema["properties"])

    def statuses(self, term: str) -> list[str]:
        """Return what may be said of a term."""
        items = self.schema["properties"]["answers"]["items"]
        for kind in items.get("anyOf", [items]):
            if term in kind["properties"]["term"]["enum"]:
                return list(kind["properties"]["status"]["enum"])
        return []

    def properties(self, term: str) -> Json:
        """Return the keys of the answer to a term."""
        items = self.schema["properties"]["answers"]["items"]
        kinds = items.get("anyOf", [items])
        found: Json = next(one["properties"] for one in kinds if term in one["properties"]["term"]["enum"])
        return found

    def near(self, quotes: Sequence[str]) -> list[Clause]:
        """Return the clauses that hold words of quotes, those that hold most of them first."""
        shares = {one.id: max((shared_words(one.text, quote) for quote in quotes), default=0) for one in self.clauses}
        found = [
            one
            for one in self.clauses
            if shares[one.id] >= min(_NEAR, *(len(_WORD.findall(q)) for q in quotes or ["a b c d e"]))
        ]
        return sorted(found, key=lambda one: -shares[one.id])


def shared_words(text: str, quote: str) -> int:
    """Return how many words in a row two texts share at most, counted in steps of a few."""
    first, second = _WORD.findall(text.lower()), _WORD.findall(quote.lower())
    size = min(_NEAR, len(second), len(first))
    if not size:
        return 0
    known = {tuple(second[at : at + size]) for at in range(len(second) - size + 1)}
    return size * sum(tuple(first[at : at + size]) in known for at in range(len(first) - size + 1))


def perfect_reply(body: Mapping[str, Any], case: Json) -> str:
    """Return what a model says that knows gold, and names only what it is shown."""
    request, expected = Request(body), case["expected"]
    if "answers" in request.keys:
        terms = _benchmarks if case["capability"] == Capability.BMT else _fields
        return json.dumps({"answers": list(terms(request, expected))}, ensure_ascii=False)
    if "covenants" in request.keys:
        return json.dumps({"covenants": list(_covenants(request, expected))}, ensure_ascii=False)
    if "grace_periods" in request.keys:
        return json.dumps(_flags(request, expected), ensure_ascii=False)
    return json.dumps(_question(request, case), ensure_ascii=False)


def _entry(request: Request, term: str, clause: Clause | None, value: Any, status: str, **more: Any) -> Json:
    properties = request.properties(term)
    empty: Any = [] if properties.get("value", {}).get("type") == "array" else ""
    is_stated = status in ("stated", "changed", "derived")
    words = [value] if isinstance(value, str) and isinstance(empty, list) else value
    entry = {
        "term": term,
        "ids": [] if clause is None else [clause.id],
        "ends": "" if clause is None or not is_stated else clause.ends,
        "value": empty if value is None else words,
        "original": "",
        **more,
        "status": status,
    }
    return {key: entry[key] for key in properties}


def _fields(request: Request, expected: Json) -> Iterator[Json]:
    for term in request.terms:
        field, _, tranche = term.partition(" of ")
        gold = _gold(expected, field, tranche)
        yield _field(request, term, FieldId(field), gold)


def _gold(expected: Json, field: str, tranche: str) -> Json:
    if not tranche:
        found: Json = expected.get("fields", {}).get(field, {"state": "absent"})
        return found
    for one in expected.get("tranches", ()):
        labels = {_folded(label) for label in (one["label"], *one.get("also", ()))}
        if _folded(tranche) in labels or any(
            _folded(tranche) in label or label in _folded(tranche) for label in labels
        ):
            own: Json = one["fields"].get(field) or expected.get("fields", {}).get(field) or {"state": "absent"}
            return own
    return {"state": "absent"}


def _folded(label: str) -> str:
    return " ".join(_WORD.findall(label.lower()))


def _field(request: Request, term: str, field: FieldId, gold: Json) -> Json:
    statuses, state = request.statuses(term), gold.get("state", "present")
    quotes = [one["quote"] for one in gold.get("citations", ()) if one.get("quote")]
    near = request.near(quotes)
    nothing = _entry(
        request, term, next(iter(request.clauses), None), None, "unchanged" if "unchanged" in statuses else "absent"
    )
    if state == "undeterminable" and near:
        gold = {**gold, "value": gold.get("value") or "", "surfaces": [*gold.get("surfaces", ()), *_relative(near)]}
    elif state not in ("present", "amended") or not near:
        return nothing
    value, status = gold.get("value"), "changed" if "changed" in statuses else "stated"
    properties = request.properties(term)
    if field == "conditions_precedent" and status == "stated":
        items = [one for quote in quotes for one in request.near([quote])[:1]]
        chosen = list(dict.fromkeys(one.id for one in items))
        return _entry(request, term, items[0], None, status, ids=chosen) if items else nothing
    if "enum" in properties["value"]:
        chosen_word = _chosen(field, value)
        return (
            _entry(request, term, near[0], chosen_word, status)
            if chosen_word in properties["value"]["enum"]
            else nothing
        )
    found = _words(field, gold, near)
    if found is None and field in _TENORS:
        return _derived(request, term, near) or nothing
    if found is None:
        return nothing
    clauses, words = found
    original = _original(gold, clauses) if status == "changed" else ""
    return _entry(request, term, clauses[0], words, status, ids=[one.id for one in clauses], original=original)


def _relative(near: Sequence[Clause]) -> Iterator[str]:
    """Yield the dates of clauses as they are written, such as a period after a day that is not known."""
    kind = STANDARD.kind_of(FieldId("maturity_date")).of_item
    return (found.span.of(one.text) for one in near for found in kind.find(tokenize(one.text), NO_CONTEXT))


def _chosen(field: FieldId, value: Any) -> str:
    if isinstance(value, bool):
        return "Y" if value else "N"
    if STANDARD.kind_of(field) is ValueKind.REPAYMENT:
        if isinstance(value, dict):
            return str(value.get("class", ""))
        reading = STANDARD.kind_of(field).of_item.parse(str(value), NO_CONTEXT)
        return str(reading.value.repayment_class.value) if isinstance(reading, Read) else ""
    return "Y" if str(value).lower() in ("y", "yes", "true") else "N"


def _words(field: FieldId, gold: Json, near: Sequence[Clause]) -> tuple[list[Clause], Any] | None:
    """Return the words of clauses that are the value: as gold writes it, or any that mean the same."""
    values = gold["value"] if isinstance(gold["value"], list) else [gold["value"]]
    forms = [*gold.get("surfaces", ()), *gold.get("accept", ())]
    clauses: list[Clause] = []
    words: list[str] = []
    for value in values:
        found = next(
            ((one, text) for one in near if (text := _text_in(one, field, value, forms if len(values) == 1 else ()))),
            None,
        )
        if found is None:
            return None
        clauses.append(found[0])
        words.append(found[1])
    return list(dict.fromkeys(clauses)), words


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


def _derived(request: Request, term: str, near: Sequence[Clause]) -> Json | None:
    kind = STANDARD.kind_of(FieldId("maturity_date")).of_item
    dates = [(one, found.span.of(one.text)) for one in near for found in kind.find(tokenize(one.text), NO_CONTEXT)]
    if len(dates) < 2:
        return None
    ids = list(dict.fromkeys((dates[0][0].id, dates[-1][0].id)))
    inputs = [dates[0][1], dates[-1][1]]
    return _entry(request, term, dates[0][0], inputs, "derived", ids=ids)


def _original(gold: Json, clauses: Sequence[Clause]) -> str:
    text = gold.get("original")
    return text if isinstance(text, str) and any(text in one.text for one in clauses) else ""


def _benchmarks(request: Request, expected: Json) -> Iterator[Json]:
    gold = {one["term"]: one for one in expected["terms"]}
    for term in request.terms:
        own = gold.get(term, {})
        quotes = [one["quote"] for one in own.get("citations", ()) if one.get("quote")]
        near = request.near(quotes) if quotes else []
        value = own.get("deal_value")
        clause = next((one for one in near if isinstance(value, str) and value.lower() in one.text.lower()), None)
        if clause is None:
            yield _entry(request, term, next(iter(request.clauses), None), None, "absent")
        else:
            yield _entry(request, term, clause, value, "stated")


def _covenants(request: Request, expected: Json) -> Iterator[Json]:
    for one in expected.get("covenants", ()):
        quotes = [each["quote"] for each in one.get("citations", ()) if each.get("quote")]
        threshold = one.get("threshold") or ""
        near = request.near(quotes) if quotes else []
        clause = next((each for each in near if threshold.lower() in each.text.lower()), None)
        if clause is not None:
            operator, frequency = one.get("operator") or "", one.get("testing_frequency", "none")
            yield {
                "ids": [clause.id], "ends": clause.ends, "name": one["name"], "type": one["type"],
                "threshold": threshold, "operator": operator, "frequency": frequency,
            }  # fmt: skip


def _flags(request: Request, expected: Json) -> Json:
    flags = expected.get("flags") or {}
    graces = []
    for one in flags.get("grace_periods") or ():
        quotes = [each["quote"] for each in one.get("citations", ()) if each.get("quote")]
        found = next(iter(request.near(quotes) if quotes else ()), None)
        kind = STANDARD.kind_of(FieldId("tenor")).of_item
        words = (
            [
                each.span.of(found.text)
                for each in kind.find(tokenize(found.text), NO_CONTEXT)
                if str(one["days"]) == str(each.candidates[0].business_days or each.candidates[0].days)
            ]
            if found
            else []
        )
        if found is not None and words:
            graces.append({"ids": [found.id], "ends": found.ends, "value": words[0]})
    cross = flags.get("cross_default") or {}
    quotes = [each["quote"] for each in cross.get("citations", ()) if each.get("quote")]
    near = request.near(quotes) if quotes and str(cross.get("present")).lower() == "true" else []
    value = cross.get("threshold") or ""
    clause = next((each for each in near if value.lower() in each.text.lower()), next(iter(near), None))
    entry = [] if clause is None else [{
        "ids": [clause.id], "ends": clause.ends, "value": value if value.lower() in clause.text.lower() else "",
        "kind": cross.get("kind", "cross_default"),
    }]  # fmt: skip
    return {"grace_periods": graces, "cross_default": entry}


def _question(request: Request, case: Json) -> Json:
    expected = case["expected"]
    quotes = [one["quote"] for one in expected.get("citations", ()) if one.get("quote")]
    near = [one for quote in quotes for one in request.near([quote])[:1]]
    chosen = list(dict.fromkeys(near))
    is_absent = str(expected.get("answerable", "true")).lower() == "false" or not chosen
    looked = chosen or request.clauses[:1]
    return {
        "ids": [one.id for one in looked],
        "ends": looked[0].ends if looked else "",
        "answer": "" if is_absent else perfect_answer(expected, with_refusals=False),
        "unanswered": []
        if is_absent
        else [_asked_for(case["question"], topic) for topic in expected.get("refuse", ())],
        "status": "absent" if is_absent else "stated",
    }


def _asked_for(question: str, topic: str) -> str:
    """Return the words of a question that ask for a topic: from the first to the last word that both have."""
    wanted = set(_WORD.findall(topic.lower()))
    places = [match for match in _WORD.finditer(question) if match[0].lower() in wanted and len(match[0]) > 3]
    return question[places[0].start() : places[-1].end()] if places else question


def erring_reply(body: Mapping[str, Any], case: Json, *, share: float = 0.5) -> str:
    """Return what a model says that errs in a share of its fields, and is perfect in the others.

    Where it errs it names a value of the right kind from a clause that it is shown, whatever that is the value of. The
    same request is answered alike.
    """
    request = Request(body)
    told = json.loads(perfect_reply(body, case))
    for at, entry in enumerate(told.get("answers", ())):
        draw = random.Random(f"{case['id']} {entry['term']}")
        if draw.random() < share:
            told["answers"][at] = _strayed(request, entry, draw) or entry
    return json.dumps(told, ensure_ascii=False)


def _strayed(request: Request, entry: Json, draw: random.Random) -> Json | None:
    field = FieldId(entry["term"].partition(" of ")[0])
    clauses = draw.sample(request.clauses, len(request.clauses))
    if isinstance(entry["value"], str):
        words = request.properties(entry["term"])["value"]["enum"]
        wanted = [one for one in words if one and (one in ("Y", "N")) == (STANDARD.kind_of(field) is ValueKind.YES_NO)]
        said = {"ids": [clauses[0].id], "ends": clauses[0].ends, "value": draw.choice(wanted), "status": "stated"}
        return {**entry, **said}
    kind = STANDARD.kind_of(field).of_item
    for clause in clauses:
        found = kind.find(tokenize(clause.text), NO_CONTEXT)
        if found:
            text = draw.choice(found).span.of(clause.text)
            status = "stated" if "stated" in request.statuses(entry["term"]) else "changed"
            return {**entry, "ids": [clause.id], "ends": clause.ends, "value": [text], "status": status}
    return None


_INVENTED = ("QQQ", "1.2345 per cent. per annum", "Zebra Holdings N.V.", "31 February 2099")


def lying_reply(body: Mapping[str, Any], case: Json) -> str:
    """Return what a model says that invents ids, values, checksums, quotes and terms, and prose now and then."""
    request = Request(body)
    draw = random.Random(f"{case['id']} {len(request.text)}")
    if draw.random() < 0.1:
        return "Of course! The margin is 1.2345 per cent. per annum."
    told = json.loads(perfect_reply(body, case))
    for key, entries in told.items():
        if isinstance(entries, list):
            told[key] = [_lie(one, draw) if isinstance(one, dict) else one for one in entries]
    if "answer" in told:
        told |= {"answer": f"{told['answer']} The fee is EUR 7,654,321 to Zebra Holdings N.V.", "status": "stated"}
    elif "answers" in told:
        told["answers"].append({"term": "rating", "ids": [], "ends": "", "value": ["AAA"], "status": "stated"})
    return json.dumps(told, ensure_ascii=False)


def _lie(entry: Json, draw: random.Random) -> Json:
    words = _INVENTED[1 + draw.randrange(3)]
    stated: Json = {"status": "stated"} if "status" in entry else {}
    value: Any = [words] if isinstance(entry.get("value"), list) else words
    name = "value" if "value" in entry else "threshold"
    lies: tuple[Json, ...] = (
        {"ids": ["QQQ"], **stated},
        {name: value, "ends": entry["ends"], **stated},
        {"ends": "Zebra Holdings ... of February.", **stated},
        {"quote": "Zebra Holdings N.V. guarantees all.", name: value, **stated},
    )
    return {**entry, **draw.choice(lies)}
