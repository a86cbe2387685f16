"""A model that errs: it names a value of the right kind from a clause that it is shown, whatever it is the value of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from loanproof.core import FieldId
from loanproof.values import NO_CONTEXT, tokenize
from tools.scripted_models.perfect import perfect_data
from tools.scripted_models.perfect_fields import STANDARD
from tools.scripted_models.requests import Json, Request, render_reply


def erring_reply(body: Mapping[str, Any], case: Json, *, share: float = 0.5) -> str:
    """Return what a model says that errs in a share of its fields, and is perfect in the others.

    The same request is answered alike.
    """
    request = Request(body)
    told = perfect_data(request, case)
    for at, entry in enumerate(told.get("answers", ())):
        draw = random.Random(f"{case['id']} {entry['term']}")
        if draw.random() < share:
            told["answers"][at] = _strayed(request, entry, draw) or entry
    return render_reply(told)


def _strayed(request: Request, entry: Json, draw: random.Random) -> Json | None:
    clauses = draw.sample(request.clauses, len(request.clauses))
    choices = request.choices(entry["term"])
    if choices:
        said = {"ids": [clauses[0].id], "ends": clauses[0].ends, "value": draw.choice(choices), "status": "stated"}
        return {**entry, **said}
    kind: Any = STANDARD.kind_of(FieldId(entry["term"].partition(" of ")[0])).of_item
    for clause in clauses:
        found = kind.find(tokenize(clause.text), NO_CONTEXT)
        if found:
            text = draw.choice(found).span.of(clause.text)
            status = "stated" if "stated" in request.statuses else "changed"
            return {**entry, "ids": [clause.id], "ends": clause.ends, "value": [text], "status": status}
    return None
