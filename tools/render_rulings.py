"""Writes docs/rulings.md from the standards, the sources and the tests, so that the page cannot drift from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.standards import load_base, load_standard
from tools.ruling_sources import functions_of, leaves_set_by, shown_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.standards import Ruling, Standard

PAGE = Path(__file__).parent.parent / "docs" / "rulings.md"
STANDARDS = ("eval-standards@1.0+r1", "eval-standards@1.0+r2", "evaluation-rubric@1.0+r1")
HEAD = """\
# Rulings

Where a standard is silent, ambiguous or in conflict with itself, a ruling decides, and says what it sets in the
protected data. In *where*, S1 is `eval-standards` and S2 is `evaluation-rubric`, each with the number of its
section. *Applied by* names the functions below `src/loanproof` that name the ruling or read what it sets, *shown by*
the rows and tests that say what it decides. Where only one value of a figure is built, the page says
which; another one is refused. Written by `python -m tools.render_rulings`; do not edit.
"""
_MOST_NAMES = 5


def render() -> str:
    """Return the whole page."""
    sections = [render_standard(load_standard(ref)) for ref in STANDARDS]
    return "\n".join([HEAD, *sections])


def render_standard(standard: Standard) -> str:
    """Return the section of one standard."""
    lines = [f"## {standard.ref}", "", f"{standard.identity.title}. {_lock_of(standard)}", ""]
    base = load_base(standard)
    for ruling in standard.rulings[0 if base is None else len(base.rulings) :]:
        lines += [*_lines_of(ruling), ""]
    return "\n".join(lines)


def _lock_of(standard: Standard) -> str:
    """Return the hash of a locked version; that of a draft changes with every ruling that is built."""
    return "A draft, not locked yet." if standard.identity.draft else f"`{standard.hash}`"


def _lines_of(ruling: Ruling) -> Iterator[str]:
    yield f"### {ruling.id}"
    yield ""
    yield f"- Where: {ruling.where}"
    yield f"- Question: {ruling.question}"
    yield f"- **Ruling: {ruling.ruling}**"
    if ruling.why:
        yield f"- Why: {ruling.why}"
    yield "- Sets: " + ", ".join(f"`{path}`" for path in ruling.sets)
    if functions := functions_of(ruling):
        yield "- Applied by: " + ", ".join(f"`{name}`" for name in functions)
    for leaf in leaves_set_by(ruling):
        if leaf.only is not None:
            yield f"- Only {leaf.only.shown} is built of `{leaf.path}`, because {leaf.only.because}"
    if rows := shown_by(ruling):
        yield "- Shown by: " + "; ".join(f"`{file}` ({_few(names)})" for file, names in rows.items())


def _few(names: list[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8", newline="\n")
