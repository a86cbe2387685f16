"""One word for nothing is worth the same as another, in every place of an output (ruling C-17)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from tests.conformance.vectors import FOLDER, SECOND_REVISION, Built, Vector, build, key_of
from tests.tables import load_table

from loanproof.scoring import score_case
from loanproof.standards import OUR_CONTRACT, Label, load_contract
from loanproof.values.text.absence import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from loanproof.standards import EvalStandard

TABLE = load_table(FOLDER / "nothing_said.yaml")
NOTHING = tuple(dict.fromkeys((*TABLE["nothing"], *WORDS.nothing)))
OPEN = tuple(dict.fromkeys((*TABLE["open"], *WORDS.nothing_of_a_place, *WORDS.undeterminable)))
UNKNOWN = tuple(word for word in OPEN if word not in NOTHING)  # "not specified" is a value that is not stated
LEFT_OUT = "left out"
Worth: TypeAlias = dict[str, tuple[object, ...]]


@dataclass(frozen=True)
class Scorer:
    """Scores a base with changes to its output, and tells what each item is worth.

    An output that is read as another one was, but for its raw text, is worth the same.
    """

    folder: Path
    contract: EvalStandard
    known: dict[str, Worth] = field(default_factory=dict)

    def worth(self, base: str, output: Mapping[str, Any], case: Mapping[str, Any]) -> Worth:
        vector = Vector(
            id="nothing",
            rule=("C-17",),
            why="",
            base=base,
            expect={},
            case=case,
            output=output,
            standard=SECOND_REVISION,
        )
        built = build(vector, self.folder, self.contract)
        read = repr(replace(built.output, raw=None, findings=()))
        if read not in self.known:
            self.known[read] = self._score(built)
        return self.known[read]

    def _score(self, built: Built) -> Worth:
        case: Any = built.case
        score = score_case(case, built.output, documents=built.documents, standard=self.contract)
        return {
            key_of(item): (
                item.label,
                item.value_label,
                item.score,
                item.provenance.class_name,
                item.provenance.score,
                tuple(reason.code for reason in item.reasons),
            )
            for item in score.items
        }


@pytest.fixture
def scorer(tmp_path: Path, second_revision: EvalStandard) -> Scorer:
    return Scorer(tmp_path, second_revision)


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize("row", TABLE["places"], ids=lambda row: f"{row['base']} {row['place']}")
def test_every_word_for_nothing_is_worth_the_same_in_a_place(row: Mapping[str, Any], scorer: Scorer) -> None:
    def worth(word: str) -> Worth:
        written = None if word == LEFT_OUT else word
        return scorer.worth(row["base"], {row["place"]: written}, {})

    denying = tuple(word for word in NOTHING if word not in OPEN)
    for words, same_as in ((denying, row["nothing"]), (OPEN, row["open"])):
        wanted = worth(same_as)
        assert not any(Label.HALLUCINATION in item for item in wanted.values())
        different = [word for word in words if word not in row.get("but", ()) and worth(word) != wanted]
        assert different == [], f"worth something else than “{same_as}”"


@pytest.mark.parametrize("state", ["present", "absent", "illegible", "undeterminable"])
def test_a_value_of_nothing_is_absent_and_an_unknown_one_undeterminable_in_every_field(
    state: str, scorer: Scorer
) -> None:
    expected = (
        {}
        if state == "present"
        else {f"expected.fields.{name}": {"state": state} for name in load_contract(OUR_CONTRACT).fields}
    )

    def worth(**keys: object) -> Worth:
        return scorer.worth(
            "term-loan", {f"fields.{name}": keys for name in load_contract(OUR_CONTRACT).fields}, expected
        )

    absent, undeterminable = worth(status="absent"), worth(status="undeterminable")
    assert [word for word in NOTHING if worth(value=word) != absent] == []
    assert [word for word in TABLE["nothing"] if worth(value=[word]) != absent] == []
    assert [word for word in UNKNOWN if worth(value=word) != undeterminable] == []
    assert not any(Label.HALLUCINATION in item for item in (*absent.values(), *undeterminable.values()))


def test_the_words_differ_where_the_document_leaves_the_value_open(scorer: Scorer) -> None:
    case = {"expected.fields.maturity_date": {"state": "undeterminable"}}
    labels = {
        word: scorer.worth("term-loan", {"fields.maturity_date": {"value": word}}, case)["maturity_date"][0]
        for word in ("unknown", "not available", "not stated")
    }
    assert labels == {"unknown": Label.CORRECT, "not available": Label.CORRECT, "not stated": Label.FAIL}
