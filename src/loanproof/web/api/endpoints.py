"""One address for programs: what it takes and gives; its route and its description are both made of this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from loanproof.web.security.roles import Permission
from loanproof.web.visits import Visit, data

if TYPE_CHECKING:
    from starlette.routing import Route


class ApiModel(BaseModel):
    """The base of what programs are given."""

    model_config = ConfigDict(frozen=True)


class ApiProblem(ApiModel):
    """What is wrong, and what to do about it."""

    message: str
    hint: str | None


class ApiProblems(ApiModel):
    """The answer to whatever could not be answered."""

    status: int
    problems: tuple[ApiProblem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """Something that the query of an address may hold."""

    name: str
    about: str
    schema: dict[str, Any]
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An address that programs read.

    Attributes:
        path: With its parts in braces; each of them is text, but for those in ``numbers``.
        answer: Makes what is given.
        model: The type of it.
    """

    path: str
    about: str
    answer: Callable[[Visit], BaseModel]
    model: type[BaseModel]
    parameters: tuple[Parameter, ...] = ()
    numbers: frozenset[str] = frozenset()
    permission: Permission = Permission.READ

    @property
    def route(self) -> Route:
        """The route of the address."""
        return data(self.path, self._answer, self.permission)

    def _answer(self, visit: Visit) -> Response:
        return Response(self.answer(visit).model_dump_json(), media_type="application/json")
