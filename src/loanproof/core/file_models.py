"""Models of the files that people write: strict keys, exact numbers, errors with file and line."""

from __future__ import annotations

import re
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from loanproof.core.days import is_iso_day
from loanproof.core.errors import MOST_SHOWN, FormatError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

    from loanproof.core.yaml_text import YamlText

UNSHOWN = "unshown"
"""The type of an error about a value that may be a secret: the message does not quote it."""
NOT_BUILT = "not_built"
"""The type of an error about a value that is well formed and that nothing here can act on."""

UNCLEAR = "unclear"
"""What stands for a day that the documents do not settle."""

_WIDTH = 60
_SHAPES = {  # what pydantic calls a valid dictionary or instance of a class
    "model_type": "must be keys with their values ({key: value})",
    "dict_type": "must be keys with their values ({key: value})",
    "list_type": "must be a list ([first, second])",
    "tuple_type": "must be a list ([first, second])",
    "string_type": "must be a text",
}
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,30}(?:\.\d{1,30})?", re.ASCII)


def parse_flag(written: object) -> object:
    """Return the boolean for ``true`` or ``false``; anything else is left for pydantic to refuse."""
    if isinstance(written, bool):
        return written
    if written in ("true", "false"):
        return written == "true"
    raise PydanticCustomError("flag", "must be true or false")


def parse_whole(written: object) -> object:
    """Return the integer in a text that has no unit, no ``+`` and no separators."""
    if isinstance(written, int) and not isinstance(written, bool):
        return written
    if isinstance(written, str) and _WHOLE.fullmatch(written):
        return int(written)
    raise PydanticCustomError("whole", "must be a whole number")


def parse_exact(written: object) -> object:
    """Return the decimal in a text that has no unit, exponent or separators, digit for digit."""
    if isinstance(written, Decimal):
        return written
    if isinstance(written, int) and not isinstance(written, bool):
        return Decimal(written)
    if isinstance(written, str) and _DECIMAL.fullmatch(written):
        return Decimal(written)
    raise PydanticCustomError("exact", "must be a number")


def parse_day(written: object) -> object:
    """Return a calendar day written ``2027-01-15`` as the same text: such days sort as text."""
    if isinstance(written, str) and is_iso_day(written):
        return written
    raise PydanticCustomError("day", "must be a day such as 2027-01-15")


def _parse_day_or_unclear(written: object) -> object:
    return written if written == UNCLEAR else parse_day(written)


Day = Annotated[str, BeforeValidator(parse_day), WithJsonSchema({"type": "string", "format": "date"})]
DayOrUnclear = Annotated[str, BeforeValidator(_parse_day_or_unclear), WithJsonSchema({"type": "string"})]
Flag = Annotated[bool, BeforeValidator(parse_flag)]
Whole = Annotated[int, BeforeValidator(parse_whole)]
Exact = Annotated[Decimal, BeforeValidator(parse_exact)]


class FileModel(BaseModel):
    """The base of every model that a file is read into.

    An unknown key is refused, with the nearest known key as a hint. Values cannot be changed after reading.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_max_length=1_000_000, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown_keys(cls, data: Any) -> Any:
        if isinstance(data, dict):
            known = {info.alias or name for name, info in cls.model_fields.items()}
            unknown = [key for key in data if key not in known]
            if unknown:
                raise PydanticCustomError("unknown_keys", "unknown keys", {"keys": unknown, "known": sorted(known)})
        return data


Model = TypeVar("Model", bound=BaseModel)


def validate_yaml(model: type[Model], source: YamlText) -> Model:
    """Read ``source`` into ``model``, or raise one :class:`FormatError` that lists every problem."""
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        problems = [problem for details in error.errors() for problem in _problems(details, source)]
        raise FormatError.of(problems) from error


def _problems(details: ErrorDetails, source: YamlText) -> Iterator[Problem]:
    place = details["loc"]
    if details["type"] == "unknown_keys":
        for at, key in enumerate(details["ctx"]["keys"]):
            # only the problems that will be shown get advice: finding it is slow
            close = get_close_matches(key[:_WIDTH], details["ctx"]["known"], n=1) if at < MOST_SHOWN else []
            hint = f"Did you mean {close[0]!r}?" if close else "Known keys: " + ", ".join(details["ctx"]["known"]) + "."
            line = source.line_of((*place, key))
            yield Problem(message=f"unknown key {_shown(key)}.", file=source.file, line=line, hint=hint)
        return
    where = ".".join(str(step) for step in place) or "the file"
    if details["type"] == "missing":
        message = f"{where} is missing."
    elif details["type"] == UNSHOWN:
        message = f"{where}: {details['msg']}."
    elif details["type"] == NOT_BUILT:
        message = f"{where} is {_shown(details['input'])}; {details['msg']}."
    else:
        rule = _SHAPES.get(details["type"], details["msg"])
        message = f"{where}: {rule[:1].lower()}{rule[1:]}, not {_shown(details['input'])}."
    yield Problem(message=message, file=source.file, line=source.line_of(place))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
