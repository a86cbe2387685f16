"""The OpenAPI description of the API, generated from its types so that it cannot drift."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import models_json_schema

from loanproof import __version__
from loanproof.web.api.endpoints import ANY_NUMBER, ApiProblems

if TYPE_CHECKING:
    from pydantic import BaseModel

    from loanproof.web.api.endpoints import Endpoint, FileStep, Step

_PART = re.compile(r"{(\w+)}")
_ANY_TEXT = {"type": "string", "minLength": 1}
_FILE = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}


def describe(
    endpoints: Sequence[Endpoint], steps: Sequence[Step[Any]] = (), files: Sequence[FileStep] = ()
) -> dict[str, Any]:
    """Return the description of some endpoints: those that read, those that change something, and file uploads."""
    models: dict[str, type[BaseModel]] = {one.model.__name__: one.model for one in endpoints}
    models |= {one.model.__name__: one.model for one in steps}
    models |= {one.model.__name__: one.model for one in files}
    models[ApiProblems.__name__] = ApiProblems
    bodies = {one.body.__name__: one.body for one in steps}
    keys, schema = models_json_schema(
        [
            *((models[name], "serialization") for name in sorted(models)),
            *((bodies[name], "validation") for name in sorted(bodies)),
        ],
        ref_template="#/components/schemas/{model}",
    )
    refs = {model.__name__: found for (model, _), found in keys.items()}
    paths: dict[str, dict[str, Any]] = {one.path: {"get": _operation(one, refs)} for one in endpoints}
    for step in steps:
        sent = {"required": True, "content": _json(refs[step.body.__name__])}
        paths.setdefault(step.path, {})["post"] = {**_operation(step, refs), "requestBody": sent}
    for file in files:
        told, sent = _operation(file, refs), {"required": True, "content": _FILE}
        named = {"operationId": f"{told['operationId']}_send"}  # the same path is also read
        paths.setdefault(file.path, {})["post"] = {**told, **named, "requestBody": sent}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Loanproof",
            "version": __version__,
            "description": "Stored runs, their cases and verdicts, the standards they were judged by, and the review. "
            "Programs send Authorization: Bearer NAME:TOKEN where users are configured.",
        },
        "components": {
            "schemas": schema.get("$defs", {}),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
        "paths": paths,
    }


def _operation(endpoint: Endpoint | Step[Any] | FileStep, refs: dict[str, Any]) -> dict[str, Any]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": ANY_NUMBER if name in endpoint.numbers else _ANY_TEXT,
        }
        for name in _PART.findall(endpoint.path)
    ]
    in_query = [
        {"name": one.name, "in": "query", "required": one.required, "description": one.about, "schema": one.schema}
        for one in endpoint.parameters
    ]
    wrong = {"description": "It cannot be answered, and why.", "content": _json(refs[ApiProblems.__name__])}
    return {
        "summary": endpoint.about,
        "operationId": _PART.sub(r"of_\1", endpoint.path).strip("/").replace("/", "_"),
        "parameters": [*in_path, *in_query],
        "responses": {
            "200": {"description": endpoint.about, "content": _json(refs[endpoint.model.__name__])},
            "default": wrong,
        },
    }


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
