"""Marks that reveal edits: a plain digest or, with the house's key, a signature that nobody else can make.

A digest reveals accidental or manual changes, but anybody who can write a record can also recompute its digest. Only a
signature (HMAC-SHA256) proves that the record comes from somebody who holds the key.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from enum import StrEnum

_DIGEST, _SIGNATURE = "sha256", "hmac-sha256"
_NAME_LENGTH = 16


class Proof(StrEnum):
    """What a mark proves about its text."""

    SIGNED = "signed"  # signed with the key we have
    INTACT = "intact"  # matches its digest, which anybody could have made
    OTHER_KEY = "other_key"  # signed with a key we do not have, so nothing is known
    UNMARKED = "unmarked"  # written before marks existed
    CHANGED = "changed"  # differs from what was marked


@dataclass(frozen=True, slots=True)
class Signer:
    """Marks texts and checks marks. Without a key a mark is only a digest and does not prove who wrote the text."""

    key: bytes | None = field(default=None, repr=False)

    @property
    def key_name(self) -> str | None:
        """A name for the key that does not reveal it."""
        if self.key is None:
            return None
        return hmac.digest(self.key, b"the name of the key", "sha256").hex()[:_NAME_LENGTH]

    @property
    def best(self) -> Proof:
        """The most that a check can prove. Where we have a key, a record without a signature falls short of it."""
        return Proof.INTACT if self.key is None else Proof.SIGNED

    def mark(self, text: str) -> str:
        """Return the mark of a text."""
        content = text.encode("utf-8", "surrogatepass")
        if self.key is None:
            return f"{_DIGEST}:{hashlib.sha256(content).hexdigest()}"
        return f"{_SIGNATURE}:{self.key_name}:{hmac.digest(self.key, content, 'sha256').hex()}"

    def check(self, text: str, mark: str | None) -> Proof:
        """Return what the mark of a text proves. A mark in an unknown form counts as that of a changed record."""
        if mark is None:
            return Proof.UNMARKED
        kind, _, rest = mark.partition(":")
        if kind == _SIGNATURE and (self.key is None or rest.partition(":")[0] != self.key_name):
            return Proof.OTHER_KEY
        wanted = self.mark(text) if kind == _SIGNATURE else Signer().mark(text)
        if not hmac.compare_digest(wanted.encode(), mark.encode("utf-8", "replace")):
            return Proof.CHANGED
        return Proof.SIGNED if kind == _SIGNATURE else Proof.INTACT
