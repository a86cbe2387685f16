"""A judge's reply counts or is a parse error with its reason; nothing makes the reading raise."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from tests.rows import each_row

from loanproof.core import FileModel, load_yaml, validate_yaml
from loanproof.rubric.judge_reply import JudgeScores, ReplyRefused, parse_reply
from loanproof.standards import RubricStandard, load_rubric


class Group(FileModel):
    """Replies of one kind."""

    name: str
    around: str
    rows: tuple[tuple[str, ...], ...]


class Table(FileModel):
    """The whole file."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    name: str
    text: str
    outcome: str
    detail: str


def spelled_out(text: str) -> str:
    """Return a text with ``{80 words}`` and ``{70 [}`` written in full."""
    text = re.sub(r"\{(\d+) words\}", lambda found: " ".join(["word"] * int(found[1])), text)
    return re.sub(r"\{(\d+) (\S)\}", lambda found: found[2] * int(found[1]), text)


def rows() -> list[Row]:
    table = validate_yaml(Table, load_yaml(Path(__file__).with_name("replies.yaml")))
    return [
        Row(
            name=f"{group.name}-{number}",
            text=spelled_out(group.around.replace("<>", row[0])),
            outcome=row[1],
            detail=row[2] if len(row) > 2 else "",
        )
        for group in table.groups
        for number, row in enumerate(group.rows, start=1)
    ]


ROWS = rows()
RUBRIC = load_rubric("evaluation-rubric@1.0").rubric


def test_the_table_is_long_enough_to_be_believed() -> None:
    assert len(ROWS) >= 150
    assert len({row.text for row in ROWS}) == len(ROWS)


@each_row("row", ROWS, ids=lambda row: row.name)
def test_a_reply_counts_or_is_refused_with_the_reason(row: Row) -> None:
    found = parse_reply(row.text, RUBRIC)
    if row.outcome == "refused":
        assert isinstance(found, ReplyRefused), found
        assert row.detail
        assert row.detail in found.why
        return
    assert isinstance(found, JudgeScores), found
    assert f"{found.accuracy_score} {found.faithfulness_score}" == row.outcome
    assert type(found.accuracy_score) is int
    assert found.extra_keys == tuple(row.detail.split()) or found.extra_keys == (row.detail,)


def test_a_rationale_is_kept_as_it_was_written_but_for_half_a_character_pair() -> None:
    found = parse_reply('{"accuracy_score":1,"faithfulness_score":1,"rationale":" a\\n\\ud800\\ud83d\\ude00 "}', RUBRIC)
    assert found == JudgeScores(accuracy_score=1, faithfulness_score=1, rationale=" a\n\ufffd\U0001f600 ")


def test_a_house_may_take_whole_numbers_in_other_forms(standard: RubricStandard) -> None:
    parsing = standard.parameters.parsing.model_copy(update={"scores_must_be_integers": False})
    parameters = standard.parameters.model_copy(update={"parsing": parsing})
    rubric = standard.rubric.model_copy(update={"parameters": parameters})
    text = '{"accuracy_score": 2.0, "faithfulness_score": 1e0, "rationale": "Right."}'
    assert parse_reply(text, rubric) == JudgeScores(accuracy_score=2, faithfulness_score=1, rationale="Right.")
    assert isinstance(parse_reply(text.replace("2.0", "2.5"), rubric), ReplyRefused)
    assert isinstance(parse_reply(text.replace("2.0", f"1e{'9' * 30}"), rubric), ReplyRefused)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(["accuracy_score", "faithfulness_score", "rationale", "note"])
PIECES = r"""{ } [ ] " , : \ \u \ud800 accuracy_score faithfulness_score rationale 0 2 2.0 - e NaN true null ```"""
pieces = st.sampled_from([*PIECES.split(), " ", "\n", "\x00", "\ufeff", "\ud800", "9" * 5000])


@given(
    st.text(st.characters())
    | st.lists(pieces, max_size=40).map("".join)
    | json_like.map(json.dumps)
    | st.dictionaries(keys, json_like).map(json.dumps)
)
@example("[" * 200_000)
@example('{"a":' * 200_000)
@example("9" * 6_000)
@example("\ud800")
def test_no_text_makes_the_reading_raise_and_what_counts_is_in_range(text: str) -> None:
    found = parse_reply(text, RUBRIC)
    if isinstance(found, ReplyRefused):
        assert found.why.strip()
        found.why.encode()
        return
    assert found.accuracy_score in (0, 1, 2)
    assert found.faithfulness_score in (0, 1, 2)
    assert 0 < len(found.rationale.split()) <= 80
    found.rationale.encode()


@given(st.integers(0, 2), st.integers(0, 2), st.lists(st.text("abc.", min_size=1), min_size=1, max_size=80))
def test_every_reply_of_the_asked_form_counts(accuracy: int, faithfulness: int, words: list[str]) -> None:
    written = {"accuracy_score": accuracy, "faithfulness_score": faithfulness, "rationale": " ".join(words)}
    expected = JudgeScores(accuracy_score=accuracy, faithfulness_score=faithfulness, rationale=" ".join(words))
    assert parse_reply(json.dumps(written), RUBRIC) == expected
    assert parse_reply(f"\n{json.dumps(written, indent=2)}\n", RUBRIC) == expected
