"""The guide to adding a kind of value: its files make a kind, and the type checker names what one lacks."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.project.copies import copy_package

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "extending.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## Adding a kind of value")[2].partition("\n## ")[0]
FOLDER = "loanproof/values/day_count"
MODULES = dict(re.findall(rf"^```py\n# src/({FOLDER}/\w+\.py)\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL))
LAST = "    YES_NO_KIND,\n"
IMPORT = "from loanproof.values.day_count.kind import DAY_COUNT_KIND\n"
FIRST_IMPORT = "from loanproof.values.duration.kind import"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)


@pytest.fixture
def extended(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package to which the kind of the guide was added."""
    copy_package(tmp_path)
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "__init__.py").write_text('"""Day-count fractions."""\n', encoding="utf-8")
    for path, code in MODULES.items():
        (tmp_path / path).write_text(code, encoding="utf-8")
    registry = tmp_path / "loanproof" / "values" / "registry.py"
    code = registry.read_text(encoding="utf-8")
    [line] = re.findall(r"`(DAY_COUNT_KIND,)`", SECTION)
    assert code.count(LAST) == 1
    code = code.replace(LAST, f"{LAST}    {line}\n").replace(FIRST_IMPORT, f"{IMPORT}{FIRST_IMPORT}")
    registry.write_text(code, encoding="utf-8")
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    paths = {"PYTHONPATH": str(folder), "MYPYPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env={**os.environ, **paths}, capture_output=True, text=True, check=False
    )


def type_errors(folder: Path) -> str:
    """Return what mypy says of the folder of the kind, strictly and from scratch."""
    pytest.importorskip("mypy")
    options = ("--strict", "--config-file=", "--follow-imports=silent", "--no-error-summary", "--cache-dir=cache")
    return run(folder, "-m", "mypy", *options, f"{FOLDER}/kind.py").stdout


def test_the_guide_shows_the_modules_of_a_folder() -> None:
    assert sorted(Path(path).stem for path in MODULES) == ["compare", "find", "kind", "parse", "structure", "value"]


def test_the_results_of_the_guide_are_what_the_kind_gives(extended: Path) -> None:
    example = blocks("py")[-1]
    shown = [line.split("  # ") for line in example.splitlines() if "  # " in line]
    assert len(shown) > 5
    made = "".join(f"{line}\n" for line in example.splitlines() if "  # " not in line)
    script = extended / "example.py"
    script.write_text(made + "".join(f"print(repr({code}))\n" for code, _ in shown), encoding="utf-8")
    done = run(extended, str(script))
    assert (done.stdout.splitlines(), done.stderr) == ([result for _, result in shown], "")


def test_the_kind_of_the_guide_passes_the_type_checker(extended: Path) -> None:
    assert type_errors(extended) == ""


def test_the_type_checker_names_the_methods_that_a_kind_lacks(extended: Path) -> None:
    [shown] = [block for block in blocks("text") if "abstract" in block]
    missing = re.findall(r'"(\w+)"', shown.partition("attributes")[2])
    assert missing == ["compare", "forms"]
    (extended / FOLDER / "kind.py").write_text(without(missing), encoding="utf-8")
    told = re.sub(r":[0-9]+: ", ": ", type_errors(extended))
    assert f"src/{told}" == shown


def without(methods: list[str]) -> str:
    """Return the module of the kind without some methods of its class."""
    code = MODULES[f"{FOLDER}/kind.py"]
    tree = ast.parse(code)
    [kind] = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    kind.body = [node for node in kind.body if not (isinstance(node, ast.FunctionDef) and node.name in methods)]
    return ast.unparse(tree) + "\n"
