"""The JSON Schemas of ``suite.yaml`` and of a case, for editors and for other programs."""

from __future__ import annotations

import json
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from loanproof.cases.case import Case, case_models
from loanproof.cases.structured import (
    CommitmentFeeValue,
    ConditionValue,
    MarginValue,
    MoneyValue,
    ReferenceRateValue,
    RepaymentValue,
    TenorValue,
)
from loanproof.cases.suite import SuiteFile
from loanproof.standards import EvalStandard

_SHAPES = {
    model.__name__: model.__name__.removesuffix("Value")
    for model in (
        CommitmentFeeValue,
        ConditionValue,
        MarginValue,
        MoneyValue,
        ReferenceRateValue,
        RepaymentValue,
        TenorValue,
    )
}


def suite_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``suite.yaml``."""
    return SuiteFile.model_json_schema()


def case_schema(standard: EvalStandard) -> dict[str, Any]:
    """Return the JSON Schema of one case of any capability under a contract."""
    models: Any = reduce(or_, case_models(standard).values())
    adapter: TypeAdapter[Case] = TypeAdapter(Annotated[models, Field(discriminator="capability")])
    schema = adapter.json_schema()
    text = json.dumps(schema)
    for name, part in schema["$defs"].items():
        if "Annotated" in name:
            # Pydantic prints the whole type; a reader wants the kind of field.
            readable = f"{name.partition('_')[0]}{_shape(name)}"
            text = text.replace(json.dumps(name), json.dumps(readable)).replace(f'/{name}"', f'/{readable}"')
            text = text.replace(json.dumps(part["title"]), json.dumps(readable))
    renamed: dict[str, Any] = json.loads(text)
    return renamed


def _shape(name: str) -> str:
    for shape, readable in _SHAPES.items():
        if shape in name:
            return readable
    return "Texts" if "tuple" in name else "YesNo" if "BeforeValidator" in name else "Text"
