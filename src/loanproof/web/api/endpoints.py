"""One API endpoint: its input and output, from which route and description are both generated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.responses import Response

from loanproof.web.errors import WrongRequest
from loanproof.web.security.roles import Permission
from loanproof.web.visits import Visit, change, data, receive

if TYPE_CHECKING:
    from starlette.routing import Route

ANY_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**9}


class ApiModel(BaseModel):
    """The base of all API responses."""

    model_config = ConfigDict(frozen=True)


class ApiProblem(ApiModel):
    """What is wrong, and what to do about it."""

    message: str
    hint: str | None


class ApiProblems(ApiModel):
    """The response to a failed request."""

    status: int
    problems: tuple[ApiProblem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A query parameter of an endpoint."""

    name: str
    about: str
    schema: dict[str, Any]
    required: bool = False


_Body = TypeVar("_Body", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Described:
    """What every endpoint has.

    Attributes:
        path: The path with its parameters in braces; each is text, except those in ``numbers``.
        model: The type of the response.
    """

    path: str
    about: str
    model: type[BaseModel]
    parameters: tuple[Parameter, ...] = ()
    numbers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(_Described, Generic[_Body]):
    """An endpoint that changes something.

    Attributes:
        body: The type of the request body.
        answer: Does the change and returns the response.
    """

    body: type[_Body]
    answer: Callable[[Visit, _Body], BaseModel]
    permission: Permission

    @property
    def route(self) -> Route:
        """The route of the endpoint."""
        return change(self.path, lambda visit, content: _sent(self.answer(visit, self._read(content))), self.permission)

    def _read(self, content: bytes) -> _Body:
        try:
            return self.body.model_validate_json(content)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"])[:100]
            raise WrongRequest(f"what was sent cannot be read at {place!r}: {first['msg']}.") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class FileStep(_Described):
    """An endpoint for uploading a file as it is.

    Attributes:
        answer: Processes the file, which is deleted afterwards unless it was moved, and returns the response.
    """

    answer: Callable[[Visit, Path], BaseModel]
    permission: Permission

    @property
    def route(self) -> Route:
        """The route of the endpoint."""
        return receive(self.path, lambda visit, received: _sent(self.answer(visit, received)), self.permission)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint(_Described):
    """An endpoint that programs read.

    Attributes:
        answer: Returns the response.
    """

    answer: Callable[[Visit], BaseModel]
    permission: Permission = Permission.READ

    @property
    def route(self) -> Route:
        """The route of the endpoint."""
        return data(self.path, lambda visit: _sent(self.answer(visit)), self.permission)


def _sent(model: BaseModel) -> Response:
    return Response(model.model_dump_json(), media_type="application/json")
