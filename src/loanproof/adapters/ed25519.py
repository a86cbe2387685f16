"""Ed25519 keys of a house in PEM files, with ``cryptography``, an extra that is loaded only when a key is named."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.core import FileError, PartMissing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_NAME_LENGTH = 16
_MOST_BYTES = 10_000


class Ed25519Signer:
    """Signs with a private key. The key never appears in a log, report or message."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = Ed25519Key(key.public_key())

    @property
    def key_name(self) -> str:
        """The name of the public key."""
        return self._public.key_name

    def sign(self, content: bytes) -> str:
        """Return the signature in hex."""
        return self._key.sign(content).hex()


class Ed25519Key:
    """Checks signatures with a public key."""

    def __init__(self, key: Ed25519PublicKey) -> None:
        self._key = key

    @property
    def key_name(self) -> str:
        """The first digits of the hash of the public key."""
        return hashlib.sha256(self._key.public_bytes_raw()).hexdigest()[:_NAME_LENGTH]

    def holds(self, content: bytes, signature: str) -> bool:
        """Return whether the key signed these bytes; only the format that we write is accepted."""
        from cryptography.exceptions import InvalidSignature

        try:
            raw = bytes.fromhex(signature)
            if raw.hex() != signature:
                return False
            self._key.verify(raw, content)
        except (InvalidSignature, ValueError):
            return False
        return True


def load_signing_key(path: Path) -> Ed25519Signer:
    """Load the private key of a house, without a passphrase."""
    ed25519, serialization = _library()
    content = _content(path)
    try:
        key = serialization.load_pem_private_key(content, password=None)
    except (ValueError, TypeError) as error:
        raise _no_key(path, "private") from error
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise _no_key(path, "private")
    return Ed25519Signer(key)


def load_checking_key(path: Path) -> Ed25519Key:
    """Load the public key of a house."""
    ed25519, serialization = _library()
    content = _content(path)
    try:
        key = serialization.load_pem_public_key(content)
    except (ValueError, TypeError) as error:
        raise _no_key(path, "public") from error
    if not isinstance(key, ed25519.Ed25519PublicKey):
        raise _no_key(path, "public")
    return Ed25519Key(key)


def _library() -> tuple[Any, Any]:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ModuleNotFoundError as error:
        hint = 'Install it: pip install "loanproof[passports]".'
        raise PartMissing("cryptography, which signs and checks passports, is not installed.", hint=hint) from error
    return ed25519, serialization


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
    except OSError as error:
        raise FileError(f"the key cannot be read: {error.strerror}.", file=path) from error


def _no_key(path: Path, which: str) -> FileError:
    hint = "Make one: openssl genpkey -algorithm ed25519 -out key.pem; openssl pkey -in key.pem -pubout -out key.pub."
    return FileError(f"this is not a {which} Ed25519 key in a PEM file.", file=path, hint=hint)
