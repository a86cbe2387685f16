"""The perfect model: it answers from gold, but only with clauses that it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from loanproof.core import Capability, FieldId
from loanproof.values import DURATION_KIND, MONEY_KIND, NO_CONTEXT, PERCENTAGE_KIND, Read, Relation, tokenize
from tools.perfect_outputs import perfect_answer
from tools.scripted_models.perfect_fields import STANDARD, field_answers, render_entry
from tools.scripted_models.requests import WORD, Json, Request, quotes_of, render_reply


def perfect_reply(body: Mapping[str, Any], case: Json) -> str:
    """Return what a model says that knows gold, and names only what it is shown."""
    return render_reply(perfect_data(Request(body), case))


def perfect_data(request: Request, case: Json) -> Json:
    """Return the reply as data."""
    expected = case["expected"]
    if "answers" in request.keys:
        terms = _benchmarks if case["capability"] == Capability.BMT else field_answers
        return {"answers": list(terms(request, expected))}
    if "covenants" in request.keys:
        return {"covenants": list(_covenants(request, expected))}
    return _flags(request, expected) if "grace_periods" in request.keys else _question(request, case)


def _benchmarks(request: Request, expected: Json) -> Iterator[Json]:
    gold = {one["term"]: one for one in expected["terms"]}
    for term in request.terms:
        own = gold.get(term, {})
        near = request.near(quotes_of(own))
        found = next(((one, text) for one in near if (text := _same_words(one.text, own.get("deal_value")))), None)
        if found is not None:
            yield render_entry(request, term, [found[0]], found[1], "stated")
        else:
            yield render_entry(request, term, request.clauses[:1], None, "absent")


def _same_words(text: str, value: object) -> str | None:
    """Return the words of a text that are a value: as gold writes it, or a rate, period or sum that is the same."""
    if not isinstance(value, str):
        return None
    if value.lower() in text.lower():
        return value
    kinds: tuple[Any, ...] = (PERCENTAGE_KIND, DURATION_KIND, MONEY_KIND)
    for kind in kinds:
        wanted = kind.parse(value, NO_CONTEXT)
        for found in kind.find(tokenize(text), NO_CONTEXT) if isinstance(wanted, Read) else ():
            if kind.compare(wanted.value, found.candidates[0]).relation.rank < Relation.DIFFERENT.rank:
                return str(found.span.of(text))
    return None


def _covenants(request: Request, expected: Json) -> Iterator[Json]:
    for one in expected.get("covenants", ()):
        threshold = one.get("threshold") or ""
        near = request.near(quotes_of(one))
        clause = next((each for each in near if threshold.lower() in each.text.lower()), None)
        if clause is not None:
            operator, frequency = one.get("operator") or "", one.get("testing_frequency", "none")
            yield {
                "ids": [clause.id], "ends": clause.ends, "name": one["name"], "type": one["type"],
                "threshold": threshold, "operator": operator, "frequency": frequency,
            }  # fmt: skip


def _flags(request: Request, expected: Json) -> Json:
    flags = expected.get("flags") or {}
    graces = [found for one in flags.get("grace_periods") or () for found in _grace(request, one)]
    return {"grace_periods": graces, "cross_default": list(_cross(request, flags.get("cross_default") or {}))}


def _grace(request: Request, gold: Json) -> Iterator[Json]:
    kind: Any = STANDARD.kind_of(FieldId("tenor")).of_item
    for clause in request.near(quotes_of(gold))[:1]:
        for found in kind.find(tokenize(clause.text), NO_CONTEXT):
            if str(gold["days"]) == str(found.candidates[0].business_days or found.candidates[0].days):
                yield {"ids": [clause.id], "ends": clause.ends, "value": found.span.of(clause.text)}
                return


def _cross(request: Request, gold: Json) -> Iterator[Json]:
    near = request.near(quotes_of(gold)) if str(gold.get("present")).lower() == "true" else []
    value = gold.get("threshold") or ""
    for clause in sorted(near, key=lambda one: value.lower() not in one.text.lower())[:1]:
        words = value if value.lower() in clause.text.lower() else ""
        yield {"ids": [clause.id], "ends": clause.ends, "value": words, "kind": gold.get("kind", "cross_default")}


def _question(request: Request, case: Json) -> Json:
    expected = case["expected"]
    chosen = list(dict.fromkeys(one for quote in quotes_of(expected) for one in request.near([quote])[:1]))
    is_absent = str(expected.get("answerable", "true")).lower() == "false" or not chosen
    looked = chosen or request.clauses[:1]
    refused = () if is_absent else expected.get("refuse", ())
    return {
        "ids": [one.id for one in looked],
        "ends": looked[0].ends if looked else "",
        "answer": "" if is_absent else perfect_answer(expected, with_refusals=False),
        "unanswered": [_asked_for(case["question"], topic) for topic in refused],
        "status": "absent" if is_absent else "stated",
    }


def _asked_for(question: str, topic: str) -> str:
    """Return the words of a question that ask for a topic: from the first to the last word that both have."""
    wanted = set(WORD.findall(topic.lower()))
    places = [match for match in WORD.finditer(question) if match[0].lower() in wanted and len(match[0]) > 3]
    return question[places[0].start() : places[-1].end()] if places else question
