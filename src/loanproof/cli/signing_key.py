"""The signing key of a house; it comes from the environment and is never shown."""

from __future__ import annotations

import os

from loanproof.core import Signer, UsageError

VARIABLE = "LOANPROOF_SIGNING_KEY"
_SHORTEST = 32


def load_signer() -> Signer:
    """Return the signer of records: with the house's key if one is set, otherwise without."""
    key = os.environ.get(VARIABLE, "").strip()
    if key and len(key) < _SHORTEST:
        hint = "Make one: openssl rand -hex 32."
        raise UsageError(f"{VARIABLE} is too short for a key: {len(key)} characters, not {_SHORTEST}.", hint=hint)
    return Signer(key.encode() if key else None)
