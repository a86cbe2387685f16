"""Keys come from the environment, and from nowhere else."""

from __future__ import annotations

import os

from loanproof.core import UsageError


def read_key(variable: str | None, *, hint: str = "It must hold the key.") -> str | None:
    """Return the key that an environment variable holds; ``None`` where no variable is named.

    Raises :class:`UsageError` where it is not set, or holds what no header can carry; the key itself is never shown.
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
