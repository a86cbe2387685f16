"""Parts of a citation that were left out, in whatever way a system writes that."""

from __future__ import annotations

from typing import TypeGuard

from loanproof.values import is_none_text


def is_given(text: str | None) -> TypeGuard[str]:
    """Tell whether a part of a citation says something; blank, signs only and words for nothing (``n/a``) do not."""
    return text is not None and any(map(str.isalnum, text)) and not is_none_text(text)
