"""The figures of structure count what they say they count, on packages small enough to count by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.structure_figures import Structure, load_structure


def structure(folder: Path, **modules: str) -> Structure:
    """Write a package named ``deal``, a double underscore for each folder, and return its structure."""
    package = folder / "deal"
    for name, text in {"init": "", **modules}.items():
        path = package / f"{name.replace('__', '/').replace('init', '__init__')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_structure(package)


def test_blanks_comments_and_docstrings_are_no_code(tmp_path: Path) -> None:
    text = '"""A module.\n\nOf two parts."""\n\n# why\nX = """one\n\nthree"""  # beside\n\n\n'
    text += 'def f():\n    """Do."""\n    return X\n'
    module = structure(tmp_path, a=text).modules["deal.a"]
    assert (module.lines, module.code_lines) == (13, 5)


def test_the_longest_chain_passes_through_the_init_of_a_package(tmp_path: Path) -> None:
    found = structure(
        tmp_path,
        top="from deal.low import value\nimport deal.apart\n",
        low__init="from .one import value\n",
        low__one="from . import two\nvalue = two.value\n",
        low__two="value = 1\n",
        apart="",
    )
    assert found.imports.chain == ("deal.top", "deal.low", "deal.low.one", "deal.low.two")
    assert found.imports.imported["deal.top"] == {"deal.low", "deal.apart"}
    assert not found.imports.cycles


def test_a_chain_of_definitions_goes_past_what_only_passes_a_name_on(tmp_path: Path) -> None:
    found = structure(
        tmp_path,
        top="from deal import low_value\n",
        init="from deal.low import value as low_value\n",
        low__init="from deal.low.one import value\n",
        low__one="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from deal.types import Value\nvalue = 1\n",
        types="class Value: ...\n",
    )
    assert found.definitions.imported["deal.top"] == {"deal.low.one"}
    assert found.definitions.chain[1:] == ("deal.low.one", "deal.types")


@pytest.mark.parametrize(
    "text",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import deal.b\n",
        "def f():\n    import deal.b\n",
        "class C:\n    async def f(self):\n        from deal import b\n",
    ],
)
def test_an_import_that_does_not_run_with_the_module_does_not_count(tmp_path: Path, text: str) -> None:
    assert not structure(tmp_path, a=text, b="import deal.a\n").imports.imported["deal.a"]


def test_an_import_in_a_branch_counts(tmp_path: Path) -> None:
    text = "try:\n    import deal.b\nexcept ImportError:\n    import deal.c\n"
    assert structure(tmp_path, a=text, b="", c="").imports.imported["deal.a"] == {"deal.b", "deal.c"}


def test_a_cycle_is_named_once_and_counts_with_all_its_members(tmp_path: Path) -> None:
    found = structure(
        tmp_path,
        a="import deal.y\n",
        x="import deal.y\nimport deal.low\n",
        y="import deal.x\n",
        low="",
        z="import deal.low\n",
    )
    assert found.imports.cycles == [["deal.x", "deal.y"]]
    assert found.imports.chain == ("deal.a", "deal.x", "deal.y", "deal.low")
