"""The page of each package is what its docstrings say, and every module says what it is for."""

from tests.rows import each_row
from tools.render_packages import PAGES, SOURCES, render_pages

RENDERED = render_pages()


@each_row("name", RENDERED)
def test_a_page_is_what_the_docstrings_say(name: str) -> None:
    assert RENDERED[name] == (PAGES / name).read_text(encoding="utf-8"), (
        "Run: .venv/bin/python -m tools.render_packages"
    )


def test_there_is_a_page_for_each_package_and_no_other() -> None:
    packages = {folder.name for folder in SOURCES.iterdir() if (folder / "__init__.py").is_file()}
    assert {path.stem for path in PAGES.glob("*.md")} == packages | {"README"}


def test_every_module_says_what_it_is_for() -> None:
    assert not [line for page in RENDERED.values() for line in page.splitlines() if line.endswith("| |")]
