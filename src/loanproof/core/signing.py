"""Marks that show an edit: a digest by itself, or with the key of a house a signature that nobody else can make.

A digest shows what was changed by accident or by hand; whoever can write a record can also write its digest anew. Only
a signature (HMAC-SHA256) proves that a record comes from somebody who holds the key.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from enum import StrEnum

_DIGEST, _SIGNATURE = "sha256", "hmac-sha256"
_NAME_LENGTH = 16


class Proof(StrEnum):
    """What a mark says of the text that it belongs to."""

    SIGNED = "signed"  # with the key at hand
    INTACT = "intact"  # as it was when its digest was made; anybody could have made it
    OTHER_KEY = "other_key"  # signed with a key that is not at hand, so nothing is known
    UNMARKED = "unmarked"  # written before there were marks
    CHANGED = "changed"  # not what was marked


@dataclass(frozen=True, slots=True)
class Signer:
    """Marks texts and checks marks; without a key a mark is a digest and proves nobody."""

    key: bytes | None = field(default=None, repr=False)

    @property
    def key_name(self) -> str | None:
        """A name for the key that does not give it away."""
        if self.key is None:
            return None
        return hmac.digest(self.key, b"the name of the key", "sha256").hex()[:_NAME_LENGTH]

    @property
    def best(self) -> Proof:
        """What can be proved at most: of records without a signature, where a key is at hand, too little."""
        return Proof.INTACT if self.key is None else Proof.SIGNED

    def mark(self, text: str) -> str:
        """Return the mark of a text."""
        content = text.encode("utf-8", "surrogatepass")
        if self.key is None:
            return f"{_DIGEST}:{hashlib.sha256(content).hexdigest()}"
        return f"{_SIGNATURE}:{self.key_name}:{hmac.digest(self.key, content, 'sha256').hex()}"

    def check(self, text: str, mark: str | None) -> Proof:
        """Tell what the mark of a text proves. A mark in no known form is that of a changed record."""
        if mark is None:
            return Proof.UNMARKED
        kind, _, rest = mark.partition(":")
        if kind == _SIGNATURE and (self.key is None or rest.partition(":")[0] != self.key_name):
            return Proof.OTHER_KEY
        wanted = self.mark(text) if kind == _SIGNATURE else Signer().mark(text)
        if not hmac.compare_digest(wanted.encode(), mark.encode("utf-8", "replace")):
            return Proof.CHANGED
        return Proof.SIGNED if kind == _SIGNATURE else Proof.INTACT
