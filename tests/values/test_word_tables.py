"""Mistakes in the word tables of values: each is refused on its own line, in a sentence that says what is wrong."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.rows import each_row

import loanproof.values
from loanproof.core import FormatError, WordTable, load_yaml
from loanproof.core.word_files import read_words

VALUES = Path(loanproof.values.__file__).parent
DATA: Any = load_yaml(Path(__file__).parent / "word_tables.yaml").data


def model_in(module: str) -> type[WordTable]:
    """Return the model of the table that a module of values reads."""
    names = vars(import_module(f"loanproof.values.{module}")).values()
    [model] = [one for one in names if isinstance(one, type) and issubclass(one, WordTable) and one is not WordTable]
    return model


@each_row("row", DATA["mistakes"], ids=lambda row: f"{row['table']}: {row['wrong'].strip()[:30]}")
def test_a_mistake_is_refused_with_its_line(row: dict[str, str]) -> None:
    file = f"{row['table']}.words.yaml"
    text = (VALUES / row["module"].partition(".")[0] / file).read_text(encoding="utf-8")
    assert text.count(row["right"]) == 1
    spoilt = text.replace(row["right"], row["wrong"])
    with pytest.raises(FormatError) as caught:
        read_words(spoilt.encode(), file=file, model=model_in(row["module"]))
    assert row["told"] in str(caught.value)
    assert all(problem.file == file for problem in caught.value.problems)
    edited = text[: text.index(row["right"])].count("\n") + 1
    assert (caught.value.problem.line or 0) >= edited  # there, or further down at the line that it contradicts
