"""The review on a terminal, beside the sessions of the guides: remarks, what became of them, erasure, agreement."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.project.test_review_guide import blocks
from tests.reviews.test_agreement import FIRST, SECOND

from loanproof.cases import make_suite
from loanproof.cli.app import main

Call: TypeAlias = Callable[..., tuple[int, str, str]]
DOCUMENT = "thorne.txt"


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        return int(ended.value.code or 0), *capfd.readouterr()

    return run


@pytest.fixture
def queued(call: Call) -> None:
    """Queue the output of the guide."""
    [document], [output], [settings] = blocks("text"), blocks("json"), blocks("yaml")
    for name, text in ((DOCUMENT, document), ("output.json", output), ("review.yaml", settings)):
        Path(name).write_text(text, encoding="utf-8")
    code, _, err = call("guard", "output.json", DOCUMENT, "--queue", "--by", "Ops", "--review", "review.yaml")
    assert code == 1, err


def decide(call: Call, field: str, by: str, fence: int, *words: str) -> None:
    assert call("review", "next", "--by", by, "--item", field)[0] == 0
    code, _, err = call("review", "decide", field, "--by", by, "--fence", str(fence), "--reason", "read it", *words)
    assert code == 0, err


@pytest.mark.usefixtures("queued")
def test_a_value_that_does_not_read_as_its_field_is_kept_only_when_that_is_said_again(call: Call) -> None:
    assert call("review", "next", "--by", "Ana", "--item", "maturity_date")[0] == 0
    said = ("review", "decide", "maturity_date", "--by", "Ana", "--fence", "1", "--reason", "read it")
    words = ("--value", "USD 40,000,000", "--quote", "equal to USD 40,000,000")
    code, _, err = call(*said, *words)
    assert code == 1
    assert "“USD 40,000,000” does not read as a value for maturity date." in err
    assert "--keep-unread" in err
    assert call(*said, *words, "--keep-unread")[0] == 0


@pytest.mark.usefixtures("queued")
def test_a_remark_is_kept_and_whoever_was_overruled_sees_it(call: Call) -> None:
    decide(call, "facility_amount", "Ana", 1, "--value", "USD 41,000,000", "--quote", "equal to USD 40,000,000")
    assert call("review", "comment", "facility_amount", "--by", "Caro", "look at 2.1")[0] == 0
    assert call("review", "changed", "--by", "Ana")[1] == "0 decisions of yours changed.\n"
    decide(call, "facility_amount", "Ben", 2, "--value", "USD 40,000,000", "--quote", "equal to USD 40,000,000")
    _, out, _ = call("review", "changed", "--by", "Ana")
    assert "yours: Ana: correct USD 41,000,000" in out
    assert "now: Ben: correct USD 40,000,000" in out
    assert out.endswith("1 decision of yours changed.\n")
    assert "comment by Caro: look at 2.1" in call("review", "show", "facility_amount")[1]
    assert call("review", "verify")[0] == 0


@pytest.mark.usefixtures("queued")
def test_an_item_is_named_by_its_field_where_only_one_has_it(call: Call) -> None:
    [first, *_] = json.loads(call("review", "list", "--json")[1])
    assert call("review", "show", first["field"])[1] == call("review", "show", first["item_id"])[1]
    code, _, err = call("review", "show", "tenor")
    assert code == 2
    assert "there is no review item 'tenor'" in err


@pytest.mark.usefixtures("queued")
def test_a_document_is_erased_with_its_cached_text_and_the_log_still_holds(
    call: Call, store: Path, tmp_path: Path
) -> None:
    decide(call, "maturity_date", "Ana", 1, "--value", "3 March 2031", "--quote", "means 3 March 2031")
    cached = list((store.parent / "cache").rglob("*.json.z"))
    assert cached, "the document was read, and is kept to be read faster"
    head = call("review", "verify")[1].rstrip(".\n").split()[-1]
    code, out, err = call("review", "erase", DOCUMENT, "--by", "Ops", "--reason", "the client asked")
    assert code == 0, err
    assert out.startswith("5 steps of the log erased")
    assert list((store.parent / "cache").rglob("*.json.z")) == []
    assert call("review", "list", "--all")[1] == "0 items.\n"
    assert b"Termination Date" not in store.read_bytes()
    assert call("review", "verify", "--head", head)[0] == 0, "an export from before is still in the log"
    assert call("review", "erase", DOCUMENT, "--by", "Ops", "--reason", "again")[0] == 1
    assert call("export", DOCUMENT)[0] == 2
    code, _, err = call("review", "erase", "gone.txt", "--by", "Ops", "--reason", "again")
    assert code == 2
    assert "Name its digest instead" in err


def test_two_annotators_are_compared_field_by_field(call: Call, tmp_path: Path) -> None:
    for name, text in (("ana", FIRST), ("ben", SECOND)):
        make_suite(tmp_path / name)
        for path in (tmp_path / name / "cases").iterdir():
            path.unlink()
        (tmp_path / name / "cases" / "gold.yaml").write_text(text, encoding="utf-8")
    code, out, err = call("review", "agreement", "ana", "ben")
    assert code == 1, err
    assert out.startswith("2 of 4 fields agree (50.0%, with 95 % confidence between 6.8% and 93.2%); 1 decided by one")
    assert "ben: present: USD 45,000,000" in out
    assert call("review", "agreement", "ana", "ana")[0] == 0


def test_an_analysis_is_queued_with_a_name_and_not_for_a_question(call: Call) -> None:
    [document] = blocks("text")
    Path(DOCUMENT).write_text(document, encoding="utf-8")
    assert "--queue needs --by NAME" in call("analyze", DOCUMENT, "--queue")[2]
    code, _, err = call("analyze", DOCUMENT, "--question", "Who lends?", "--queue", "--by", "Ops")
    assert (code, "not for the answer to a question" in err) == (2, True)
    code, _, err = call("analyze", DOCUMENT, "--queue", "--by", "Ops")
    assert code == 0, err
    assert "items queued" in err
    assert "it was queued before" in call("analyze", DOCUMENT, "--queue", "--by", "Ops")[2]
