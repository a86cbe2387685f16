"""API keys come only from the environment."""

from __future__ import annotations

import os

from loanproof.core import UsageError


def read_key(variable: str | None, *, hint: str = "It must hold the key.") -> str | None:
    """Return the key in an environment variable; ``None`` if no variable is named.

    Raises :class:`UsageError` if it is not set, or is not valid in a header; the key itself is never shown.
    """
    if variable is None:
        return None
    key = os.environ.get(variable)
    if not key:
        raise UsageError(f"the environment variable {variable} is not set.", hint=hint)
    if not key.isascii() or not key.isprintable() or key != key.strip():
        remedy = "Take away line breaks, blanks around it and letters beyond ASCII."
        raise UsageError(f"the environment variable {variable} holds no key that can be sent.", hint=remedy)
    return key
