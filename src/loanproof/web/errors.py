"""Errors that only the web has, and the HTTP status of each error."""

from __future__ import annotations

from loanproof.core import FileError, InputError, LoanproofError, OutsideError, Refused


class NotFound(InputError):
    """There is no such page, run, case or document."""


class NotAllowed(InputError):
    """The person, or the page that sent this, is not allowed to do it."""


class NotSignedIn(InputError):
    """Nobody has signed in."""


class WrongRequest(InputError):
    """A request that none of our pages sends."""


class TooLarge(InputError):
    """The request is larger than allowed."""


class TooSlow(InputError):
    """What was announced did not arrive in time."""


class TooOften(InputError):
    """Somebody must wait before trying again."""


_STATUS: tuple[tuple[type[LoanproofError], int], ...] = (
    (NotFound, 404),
    (NotAllowed, 403),
    (NotSignedIn, 401),
    (TooLarge, 413),
    (TooSlow, 408),
    (TooOften, 429),
    (Refused, 409),
    (FileError, 422),
    (InputError, 400),
    (OutsideError, 503),
)


def status_of(error: LoanproofError) -> int:
    """Return the HTTP status for an error."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
