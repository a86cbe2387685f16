"""The layers hold, and the check that holds them would notice if they did not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the sources under ``folder``, whatever package is installed."""
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, 'src'); {LINT}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(copy: Path, module: str, line: str) -> None:
    with (copy / "src" / "loanproof" / module).open("a", encoding="utf-8") as stream:
        stream.write(f"\n{line}\n")


def test_every_layer_of_the_design_is_there_and_none_imports_upward() -> None:
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout


def test_a_planted_upward_import_is_refused(copy: Path) -> None:
    plant(copy, "values/text/tokens.py", "import loanproof.scoring")
    result = lint(copy)
    assert result.returncode == 1
    assert "loanproof.values is not allowed to import loanproof.scoring" in result.stdout


def test_a_planted_import_between_siblings_is_refused(copy: Path) -> None:
    plant(copy, "standards/__init__.py", "import loanproof.documents")
    assert "loanproof.standards is not allowed to import loanproof.documents" in lint(copy).stdout


def test_a_planted_upward_import_inside_statements_is_refused(copy: Path) -> None:
    plant(copy, "statements/vocabulary/acts.py", "import loanproof.statements.bounds.reading")
    result = lint(copy)
    assert result.returncode == 1
    told = " ".join(result.stdout.split())  # long lines are wrapped
    assert "loanproof.statements.vocabulary is not allowed to import loanproof.statements.bounds" in told


def test_a_capability_that_sees_the_answers_indirectly_is_refused(copy: Path) -> None:
    plant(copy, "provenance/__init__.py", "import loanproof.cases")
    plant(copy, "capabilities/__init__.py", "import loanproof.provenance")
    result = lint(copy)
    assert "loanproof.capabilities is not allowed to import loanproof.cases" in result.stdout


def test_a_new_folder_without_a_place_in_the_layers_is_refused(copy: Path) -> None:
    (copy / "src" / "loanproof" / "helpers").mkdir()
    (copy / "src" / "loanproof" / "helpers" / "__init__.py").write_text('"""A place for everything."""\n')
    assert lint(copy).returncode == 1


def layer_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_a_layer_imports_another_only_through_what_that_layer_exports() -> None:
    graph = grimp.build_graph("loanproof", cache_dir=None)
    inside = {
        f"{importer} imports {imported}"
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if layer_of(importer) != layer_of(imported) and imported != layer_of(imported)
    }
    assert not inside
