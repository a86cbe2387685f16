"""Two types of leaves that need no flip test: prose, and figures with only one implemented value.

Every other leaf of a standard decides something, and a house version may change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic_core import PydanticCustomError, core_schema

from loanproof.core import NOT_BUILT

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler


@dataclass(frozen=True, slots=True)
class IsProse:
    """Marks a text that is written for people and has no effect on any result."""


Prose = Annotated[str, IsProse()]
"""A meaning, an example, a note or a title: another text is another text and decides nothing."""


class _Checked:
    """What an annotation checks when a standard is read."""

    __slots__ = ()

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def _check(self, given: Any) -> object:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Only(_Checked):
    """Allows only the implemented value; any other is refused with a sentence when the standard is read.

    Attributes:
        value: The implemented value.
        because: Why there is no other, or which figure to set instead; it completes the sentence.
        written: The value as written in the file, if that is not its usual form.
        is_applied: Whether the code applies the value; if not, it is only a promise so far.
    """

    value: object
    because: str
    written: str | None = None
    is_applied: bool = True

    @property
    def shown(self) -> str:
        """The value for display."""
        return self.written or _written(self.value)

    def _check(self, given: object) -> object:
        if given != self.value:
            context = {"value": self.shown, "because": self.because}
            raise PydanticCustomError(NOT_BUILT, "only {value} is built, because {because}", context)
        return given


@dataclass(frozen=True, slots=True)
class OnlyKeys(_Checked):
    """Allows a table with exactly the implemented keys; each value in it is a figure of its own."""

    keys: tuple[str, ...]
    because: str

    def _check(self, given: Mapping[str, object]) -> Mapping[str, object]:
        if set(given) != set(self.keys):
            context = {"keys": _written(self.keys), "because": self.because}
            raise PydanticCustomError(NOT_BUILT, "only the keys {keys} are built, because {because}", context)
        return given


def _written(value: object) -> str:
    """Return a value as written in the file of a standard."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(map(_written, value))}]"
        case Mapping():
            return "{" + ", ".join(f"{key}: {_written(one)}" for key, one in value.items()) + "}"
        case _:
            return str(value)
