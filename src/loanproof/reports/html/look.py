"""The one style sheet of every page, and the policy that allows nothing else: docs/design-language.md."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files


@cache
def style_sheet() -> str:
    """Return the style sheet: light, dark, narrow, print, and readable without colour. It loads nothing."""
    return (files("loanproof.reports.html") / "look.css").read_text(encoding="utf-8")


def content_policy(*, has_images: bool = False) -> str:
    """Return the policy of the page: no script, no request, no style but the sheet, only embedded images."""
    digest = b64encode(sha256(style_sheet().encode()).digest()).decode()
    images = "img-src data:; " if has_images else ""
    return f"default-src 'none'; style-src 'sha256-{digest}'; {images}base-uri 'none'; form-action 'none'"
