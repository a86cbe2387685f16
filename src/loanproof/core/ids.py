"""Ids and references to a version of a standard: names that people write and programs look up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loanproof.core.errors import UsageError
from loanproof.core.file_models import FileModel

_REVISION = re.compile(r"r(?P<number>[1-9]\d{0,3})", re.ASCII)
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,127}", re.ASCII)
_FIELD_ID = re.compile(r"[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){0,5}", re.ASCII)
_TAKEN = frozenset({*dir(FileModel), *dir(dict)})
_STANDARD = re.compile(r"(?P<name>[a-z][a-z0-9-]*)@(?P<version>\d+\.\d+(?:\.\d+)?(?:\+[a-z0-9][a-z0-9.-]*)?)", re.ASCII)


def is_field_id(text: str) -> bool:
    """Return whether a text may be the id of a field: ``security`` and ``maturity_date`` may, ``items`` may not.

    In a case, a field becomes an attribute, so names that every model or mapping already has are taken.
    """
    return _FIELD_ID.fullmatch(text) is not None and text not in _TAKEN


def is_id(text: str) -> bool:
    """Return whether a text may serve as an id: letters, digits and ``. _ : + -``, at most 128 characters.

    An id can be used as a file name, an HTML anchor or a CSV cell without escaping. It is never a path.
    """
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True, order=True)
class StandardRef:
    """The name and version of a standard: ``eval-standards@1.0+r2`` is ours, ``eval-standards@1.1+acme`` a house's.

    In our versions ``+r2`` is the revision of the rulings; without it, the newest revision is meant.
    """

    name: str
    version: str

    @classmethod
    def parse(cls, text: str) -> StandardRef:
        """Return the reference that a text names, or raise :class:`UsageError` showing the expected form."""
        match = _STANDARD.fullmatch(text)
        if match is None:
            raise UsageError(
                f"{text!r} is not a reference to a standard.",
                hint="Write name@version, for example eval-standards@1.0 or eval-standards@1.1+acme.",
            )
        return cls(name=match["name"], version=match["version"])

    @property
    def number(self) -> str:
        """The version number of the contract: ``1.0`` in ``1.0+r2``."""
        return self.version.partition("+")[0]

    @property
    def revision(self) -> int | None:
        """The revision of the rulings (2 in ``1.0+r2``), or ``None`` if none is named."""
        match = _REVISION.fullmatch(self._suffix)
        return None if match is None else int(match["number"])

    @property
    def house(self) -> str | None:
        """The house that published this version (``acme`` in ``1.1+acme``), or ``None`` for ours."""
        return None if self.revision is not None else self._suffix or None

    @property
    def _suffix(self) -> str:
        return self.version.partition("+")[2]

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"
