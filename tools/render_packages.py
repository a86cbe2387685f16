"""Writes docs/packages/, a page for each package, from the docstrings: ``python -m tools.render_packages``."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "loanproof"
PAGES = ROOT / "docs" / "packages"
WRITTEN_BY = "Written by `python -m tools.render_packages`; do not edit."


def render_pages() -> dict[str, str]:
    """Return the text of every page by its file name: one for each package, and the list of them."""
    packages = [folder for folder in sorted(SOURCES.iterdir()) if (folder / "__init__.py").is_file()]
    pages = {f"{folder.name}.md": "\n".join(_page_of(folder)) for folder in packages}
    return {"README.md": "\n".join(_list_of(packages)), **pages}


def _list_of(packages: list[Path]) -> Iterator[str]:
    yield "# Packages"
    yield ""
    yield "What lives where, a page for each package. Who may import whom: [ARCHITECTURE.md](../../ARCHITECTURE.md)."
    yield WRITTEN_BY
    yield ""
    yield "| Package | What it is |"
    yield "|---|---|"
    for folder in packages:
        yield f"| [{folder.name}]({folder.name}.md) | {_first_sentence(folder / '__init__.py')} |"
    yield ""


def _page_of(folder: Path) -> Iterator[str]:
    init = folder / "__init__.py"
    yield f"# {folder.name}"
    yield ""
    yield _plain(_docstring(init))
    yield ""
    if exported := _exported(init):
        yield "Other layers import from here: " + ", ".join(f"`{name}`" for name in exported) + "."
        yield ""
    for inner in (folder, *_packages_below(folder)):
        yield from _modules_in(inner, folder)
    yield WRITTEN_BY
    yield ""


def _modules_in(inner: Path, package: Path) -> Iterator[str]:
    modules = sorted(path for path in inner.glob("*.py") if path.name != "__init__.py")
    if inner != package:
        yield f"## {inner.relative_to(package).as_posix()}"
        yield ""
        if words := _plain(_docstring(inner / "__init__.py")):
            yield words
            yield ""
    if modules:
        yield "| Module | What it is for |"
        yield "|---|---|"
        for module in modules:
            yield f"| `{module.relative_to(SOURCES).as_posix()}` | {_first_sentence(module)} |"
        yield ""


def _packages_below(folder: Path) -> list[Path]:
    return sorted(init.parent for init in folder.rglob("__init__.py") if init.parent != folder)


def _exported(init: Path) -> list[str]:
    for statement in ast.parse(init.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "__all__":
            return [str(name) for name in ast.literal_eval(statement.value)]
    return []


def _docstring(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""


def _first_sentence(module: Path) -> str:
    return _plain(_docstring(module).partition("\n\n")[0]).replace("\n", " ").replace("|", "\\|")


def _plain(words: str) -> str:
    """Return a docstring as Markdown: its roles and double backticks become single ones."""
    for role in (":func:", ":class:", ":mod:", ":data:", ":meth:"):
        words = words.replace(role, "")
    return words.replace("``", "`")


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name, text in render_pages().items():
        (PAGES / name).write_text(text, encoding="utf-8", newline="\n")
