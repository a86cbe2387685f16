"""Parts of a citation that were left out, in whatever way a system writes that."""

from __future__ import annotations

from typing import TypeGuard

from loanproof.values import names_no_place


def is_given(text: str | None) -> TypeGuard[str]:
    """Tell whether a part of a citation says something; blank, signs only and words for nothing do not (C-17)."""
    return text is not None and not names_no_place(text)
