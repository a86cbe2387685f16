"""The frame of a page: head with the content policy, header, contents, sections, footer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from loanproof.reports.html.elements import Html, element
from loanproof.reports.html.look import content_policy, style_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the page with its heading and the id for the table of contents."""

    id: str
    title: str
    body: Html


def render_page(
    title: str, header: Html, sections: Iterable[Section], footer: Html, *, has_images: bool = False
) -> Iterator[str]:
    """Yield a whole page, section by section; ``has_images`` allows embedded images."""
    held = list(sections)
    yield "<!DOCTYPE html>\n" + '<html lang="en">'
    yield element("head", *_head(title, has_images=has_images))
    yield "<body>"
    contents = [element("li", element("a", one.title, href=f"#{one.id}")) for one in held]
    yield element("header", header)
    yield element("nav", element("ul", *contents), aria_label="Contents") if held else ""
    yield "<main>"
    for one in held:
        yield "\n" + element("section", element("h2", one.title, id=one.id), one.body, aria_labelledby=one.id)
    yield "</main>\n" + element("footer", footer) + "</body></html>\n"


def render_single_page(title: str, body: Html) -> Iterator[str]:
    """Yield a page that is one sheet, without contents."""
    yield "<!DOCTYPE html>\n" + '<html lang="en">'
    yield element("head", *_head(title))
    yield element("body", element("main", body, class_="page")) + "</html>\n"


def _head(title: str, *, has_images: bool = False) -> tuple[Html, ...]:
    return (
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=content_policy(has_images=has_images)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        # unescaped, because the policy contains its hash; the sheet is ours and has no "<"
        Html(f"<style>{style_sheet()}</style>"),
    )
