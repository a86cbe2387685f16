"""A file of labels is read strictly; every fault is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.core import FileError, FormatError
from loanproof.rubric import HumanLabel, load_labels
from loanproof.standards import RubricStandard

HEAD = "case_id,repeat,accuracy_score,faithfulness_score\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "labels.csv"


def problems(file: Path, text: str | bytes, standard: RubricStandard) -> list[str]:
    """Return what is wrong with a file, without its path."""
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(FormatError) as caught:
        load_labels(file, standard)
    return [str(problem).removeprefix(f"{file}:") for problem in caught.value.problems]


def test_labels_are_read_with_their_lines(file: Path, standard: RubricStandard) -> None:
    file.write_text(HEAD + 'LO-1,1,2,0\n\n"a,b",12,0,1\r\n', encoding="utf-8-sig", newline="")
    found = load_labels(file, standard)
    assert found.file == str(file)
    assert found.labels == (
        HumanLabel(case_id="LO-1", repeat=1, accuracy_score=2, faithfulness_score=0, line=2),
        HumanLabel(case_id="a,b", repeat=12, accuracy_score=0, faithfulness_score=1, line=4),
    )


def test_a_file_with_a_head_alone_has_no_labels(file: Path, standard: RubricStandard) -> None:
    file.write_text(HEAD)
    assert load_labels(file, standard).labels == ()


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("LO-1,1,2", "2: a line has 4 columns, not 3."),
        ("LO-1,1,2,2,good", "2: a line has 4 columns, not 5."),
        (",1,2,2", "2: the line names no case."),
        ("LO-1,0,2,2", "2: repeat must be a whole number from 1, not '0'."),
        ("LO-1,,2,2", "2: repeat must be a whole number from 1, not ''."),
        ("LO-1,1.0,2,2", "2: repeat must be a whole number from 1, not '1.0'."),
        ("LO-1,٢,2,2", "2: repeat must be a whole number from 1, not '٢'."),
        ("LO-1,1,3,2", "2: accuracy_score must be one of 0, 1, 2, not '3'."),
        ("LO-1,1,2.0,2", "2: accuracy_score must be one of 0, 1, 2, not '2.0'."),
        ("LO-1,1, 2,2", "2: accuracy_score must be one of 0, 1, 2, not ' 2'."),
        ("LO-1,1,2,", "2: faithfulness_score must be one of 0, 1, 2, not ''."),
        ("LO-1,1,2,-1", "2: faithfulness_score must be one of 0, 1, 2, not '-1'."),
    ],
)
def test_a_broken_line_says_what_is_wrong(row: str, expected: str, file: Path, standard: RubricStandard) -> None:
    assert problems(file, HEAD + row + "\n", standard) == [expected]


def test_every_broken_line_is_told(file: Path, standard: RubricStandard) -> None:
    found = problems(file, HEAD + "A,1,2,2\nB,1,9,2\nA,1,0,0\n", standard)
    assert found == [
        "3: accuracy_score must be one of 0, 1, 2, not '9'.",
        "4: case 'A', repeat 1 is on line 2 already.",
    ]


@pytest.mark.parametrize(
    "head",
    ["", "\n", "case_id;repeat;accuracy_score;faithfulness_score\n", "case_id,repeat,accuracy_score\n", "A,1,2,2\n"],
)
def test_the_first_line_must_name_the_columns(head: str, file: Path, standard: RubricStandard) -> None:
    (found,) = problems(file, head + "A,1,2,2\n" if head else head, standard)
    assert found.startswith("1: the first line must be case_id,repeat,accuracy_score,faithfulness_score, not ")
    assert found.endswith("Separate the columns by commas.")


def test_what_is_no_csv_or_no_text_is_told_with_its_line(file: Path, standard: RubricStandard) -> None:
    (found,) = problems(file, HEAD + 'A,1,2,2\n"B"x,1,2,2\n', standard)
    assert found.startswith("3: this is not a CSV: ")
    assert problems(file, HEAD.encode() + b"A,1,2,2\n\xff,1,2,2\n", standard) == [
        "3: the text is not UTF-8. Save it as UTF-8."
    ]


def test_a_missing_file_is_an_error_with_its_name(tmp_path: Path, standard: RubricStandard) -> None:
    with pytest.raises(FileError, match=r"labels\.csv"):
        load_labels(tmp_path / "labels.csv", standard)
