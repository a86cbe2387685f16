"""The users file: who may sign in, with which roles, and the hash of each token; a token itself is never stored.

A token is generated here, random and long, and shown once. Only its salted scrypt hash is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from loanproof.core import UNSHOWN, FileModel, FormatError, load_yaml, validate_yaml
from loanproof.web.security.roles import ALLOWED, Permission, Role

_COST, _BLOCK, _PARALLEL, _LENGTH = 2**14, 8, 1, 32
_SCHEME = "scrypt"
_LONGEST_NAME = 100
LONGEST_TOKEN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A known person."""

    name: str
    roles: frozenset[Role]

    def may(self, permission: Permission) -> bool:
        """Return whether one of the person's roles allows this."""
        return any(permission in ALLOWED[role] for role in self.roles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Users:
    """Everybody in a users file.

    Attributes:
        people: The people by name, as written there.
        hashes: The hashes of their tokens, by name.
        proxy_header: The header in which a trusted proxy names the person it has authenticated; the seam for single
            sign-on. ``None`` without a proxy.
        proxies: The addresses from which the header is trusted.
        host_names: The host names of this server, besides the address that it listens on.
    """

    people: dict[str, User]
    hashes: dict[str, str]
    proxy_header: str | None = None
    proxies: frozenset[str] = frozenset()
    host_names: frozenset[str] = frozenset()

    def authenticated(self, name: str, token: str) -> User | None:
        """Return the person with this token; in the same time whether or not the person exists."""
        stored = self.hashes.get(name, _NOBODY)
        is_right = is_token(token, stored)
        return self.people.get(name) if is_right and name in self.people else None


class _UserEntry(FileModel):
    name: str = Field(min_length=1, max_length=_LONGEST_NAME)
    roles: tuple[Role, ...] = Field(min_length=1)
    token: str | None = None

    @field_validator("token")
    @classmethod
    def _is_hash(cls, token: str | None) -> str | None:
        if token is not None and _parts(token) is None:  # not quoted, because it may be the token itself
            raise PydanticCustomError(UNSHOWN, "must be a hash that loanproof serve --new-token printed, not a token")
        return token


class _ProxyEntry(FileModel):
    header: str = Field(min_length=1, max_length=_LONGEST_NAME)
    addresses: tuple[str, ...] = Field(min_length=1)


class _UsersFile(FileModel):
    users: tuple[_UserEntry, ...]
    proxy: _ProxyEntry | None = None
    host_names: tuple[str, ...] = ()


def load_users(path: Path) -> Users:
    """Load a users file, or raise an error with the line of the problem."""
    source = load_yaml(path)
    read = validate_yaml(_UsersFile, source)
    if not read.users:
        raise FormatError("nobody is named.", file=path, hint="loanproof serve --new-token NAME makes an entry.")
    people: dict[str, User] = {}
    for at, one in enumerate(read.users):
        if one.name in people:
            message = f"the name {one.name[:60]!r} appears twice."
            raise FormatError(message, file=path, line=source.line_of(("users", at)), hint="Every user has one entry.")
        people[one.name] = User(name=one.name, roles=frozenset(one.roles))
    return Users(
        people=people,
        hashes={one.name: one.token for one in read.users if one.token is not None},
        proxy_header=None if read.proxy is None else read.proxy.header.lower(),
        proxies=frozenset() if read.proxy is None else frozenset(read.proxy.addresses),
        host_names=frozenset(name.lower() for name in read.host_names),
    )


def new_token() -> str:
    """Return a new token, which is all that is needed to sign in."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the hash of a token as in the users file."""
    salt = secrets.token_bytes(16)
    made = _derived(token, salt, _COST)
    return f"{_SCHEME}${_COST}${b64encode(salt).decode()}${b64encode(made).decode()}"


def is_token(token: str, stored: str) -> bool:
    """Return whether a hash is that of a token."""
    parts = _parts(stored)
    if parts is None or len(token) > LONGEST_TOKEN:
        return False
    cost, salt, known = parts
    return hmac.compare_digest(_derived(token, salt, cost), known)


def _derived(token: str, salt: bytes, cost: int) -> bytes:
    text = token.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(text, salt=salt, n=cost, r=_BLOCK, p=_PARALLEL, dklen=_LENGTH, maxmem=2**27)


def _parts(stored: str) -> tuple[int, bytes, bytes] | None:
    scheme, *rest = stored.split("$")
    if scheme != _SCHEME or len(rest) != 3 or not rest[0].isdigit():
        return None
    try:
        cost, salt, known = int(rest[0]), b64decode(rest[1], validate=True), b64decode(rest[2], validate=True)
    except ValueError:
        return None
    is_sound = 2**14 <= cost <= 2**17 and cost & (cost - 1) == 0 and len(salt) >= 16 and len(known) == _LENGTH
    return (cost, salt, known) if is_sound else None


_NOBODY = f"{_SCHEME}${_COST}${b64encode(bytes(16)).decode()}${b64encode(bytes(_LENGTH)).decode()}"
