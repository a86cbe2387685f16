"""HTML and SVG from elements: text is escaped on insertion, so it cannot be forgotten.

A plain ``str`` is always text. Only the results of :func:`element` and the like are :class:`Html`, and only those are
written unchanged. No attribute ever contains an address except ``href="#…"`` within the page and embedded images.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape as escape_html
from typing import TypeAlias

from loanproof.core import clip, make_visible

_EMPTY = frozenset({"meta"})
_LONGEST = 4_000  # longer than any text of ours; a value of a case is clipped much earlier


class Html(str):
    """Markup that may be written unchanged."""

    __slots__ = ()


Child: TypeAlias = "str | None"
"""A child of an element: markup, text that will be escaped, or nothing."""

Attribute: TypeAlias = "str | int | float | bool | None"


def escape(text: str) -> Html:
    """Return a text as markup: escaped, visible and of bounded length."""
    return Html(escape_html(make_visible(clip(text, _LONGEST))))


def element(tag: str, *children: Child, **attributes: Attribute) -> Html:
    """Return an element. ``class_`` is written ``class``, ``aria_label`` is written ``aria-label``."""
    start = f"<{tag}{''.join(_attributes(attributes))}>"
    return Html(start if tag in _EMPTY else f"{start}{join(children)}</{tag}>")


def join(children: Iterable[Child]) -> Html:
    """Return the children in sequence."""
    return Html("".join(_written(child) for child in children if child is not None))


def value(text: str | None, *, nothing: str = "(nothing)") -> Html:
    """Return a value of a case, an output or a document: clipped, and isolated in its text direction."""
    if text is None:
        return element("span", nothing, class_="dim")
    return element("bdi", clip(text), class_="value")


def said(sentence: str) -> Html:
    """Return a sentence that may quote a case, an output or a document; clipped and isolated like a value."""
    return element("bdi", clip(sentence), class_="said")


def _written(child: str) -> str:
    return child if isinstance(child, Html) else escape(child)


def _attributes(given: dict[str, Attribute]) -> Iterator[str]:
    for name, held in given.items():
        if held is None or held is False:
            continue
        key = name.rstrip("_").replace("_", "-")
        text = held if isinstance(held, Html) else escape(_number(held))
        yield f" {key}" if held is True else f' {key}="{text}"'


def _number(held: str | float) -> str:
    return f"{held:.2f}".rstrip("0").rstrip(".") if isinstance(held, float) else str(held)
