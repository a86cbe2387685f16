"""Laws of extraction scoring that hold for every output."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.vectors import key_of
from tests.sampling import EXAMPLES
from tests.scoring.extraction.bases import BASE_NAMES, RANKS, Base, labels_of

from loanproof.scoring import list_extraction_items
from loanproof.standards import Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loanproof.standards import EvalStandard

WORSE_CITATIONS: dict[str, dict[str, Any]] = {
    "a wrong page": {"page": 1},
    "no page": {"page": None},
    "no section": {"section": None},
    "no quote": {"quote": None},
    "no file": {"document": None},
    "an abbreviated file": {"document": "acme-facility-agreement"},
    "a page that does not exist": {"page": 9999},
    "a file that was not submitted": {"document": "some-other-agreement.pdf"},
    "an invented quote": {"quote": "The parties raised seventeen purple elephants under a wooden bridge at midnight."},
}
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=40)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4)
)
FIELD_KEYS = (
    "status",
    "value",
    "confidence",
    "scope",
    "provenance",
    "derived",
    "conflict",
    "original_value",
    "effective_date",
    "note",
)


@pytest.mark.parametrize("name", BASE_NAMES)
def test_a_perfect_output_scores_one(name: str, bases: dict[str, Base], contract: EvalStandard) -> None:
    score = bases[name].score(bases[name].answer, contract)
    assert {key: label for key, label in labels_of(score).items() if label is not Label.CORRECT} == {}
    assert score.score == score.score_before_override == 1


@pytest.mark.parametrize("name", BASE_NAMES)
def test_an_empty_output_scores_nothing(name: str, bases: dict[str, Base], contract: EvalStandard) -> None:
    score = bases[name].score({}, contract)
    assert score.score == 0
    assert not score.has_hallucination


@pytest.mark.parametrize("name", BASE_NAMES)
def test_the_items_that_are_listed_are_those_that_are_scored(
    name: str, bases: dict[str, Base], contract: EvalStandard
) -> None:
    base = bases[name]
    scored = tuple(item.head for item in base.score(base.answer, contract).items)
    assert list_extraction_items(base.case, contract) == scored


@pytest.mark.parametrize("name", ["term-loan", "two-tranches", "amendment"])
def test_the_weights_of_sixteen_fields_sum_to_27_5(name: str, bases: dict[str, Base], contract: EvalStandard) -> None:
    heads = list_extraction_items(bases[name].case, contract)
    assert {head.item for head in heads} == set(contract.contract.fields)
    assert sum((head.weight for head in heads), Fraction(0)) == Fraction("27.5")


@pytest.mark.parametrize("worse", WORSE_CITATIONS)
@pytest.mark.parametrize("name", ["term-loan", "two-tranches", "joint-borrowers"])
def test_a_worse_citation_never_makes_a_label_better(
    name: str, worse: str, bases: dict[str, Base], contract: EvalStandard
) -> None:
    base = bases[name]
    for change in ({"value": "Nobody & Sons Limited"}, {}):
        answer = base.changed()
        for field in _fields(answer):
            field.update(change)
        before = labels_of(base.score(answer, contract))
        for field in _fields(answer):
            for citation in field.get("provenance", ()):
                citation.update(WORSE_CITATIONS[worse])
        after = labels_of(base.score(answer, contract))
        assert [key for key in before if RANKS[after[key]] < RANKS[before[key]]] == []


@pytest.mark.parametrize("name", BASE_NAMES)
def test_the_order_of_keys_lists_and_tranches_never_matters(
    name: str, bases: dict[str, Base], contract: EvalStandard
) -> None:
    base = bases[name]
    answer = base.changed()
    answer["fields"].pop("margin", None)
    shuffled = _shuffled(answer, random.Random(7))
    assert _figures(base, shuffled, contract) == _figures(base, answer, contract)


@pytest.mark.parametrize("name", ["term-loan", "two-tranches", "joint-borrowers"])
def test_a_hallucination_zeroes_the_case_and_keeps_the_score_before_it(
    name: str, bases: dict[str, Base], contract: EvalStandard
) -> None:
    base = bases[name]
    answer = base.changed()
    answer["fields"]["governing_law"]["value"] = "the laws of Bhutan"
    score = base.score(answer, contract)
    assert labels_of(score)["governing_law"] is Label.HALLUCINATION
    assert score.score == 0
    total = sum((item.head.weight for item in score.items), Fraction(0))
    assert score.score_before_override == (total - Fraction("1.5")) / total


@given(answer=JSON | st.fixed_dictionaries({"fields": JSON, "tranches": JSON, "document_kind": JSON}))
def test_no_output_raises(answer: Any, bases: dict[str, Base], contract: EvalStandard) -> None:
    score = bases["term-loan"].score(answer, contract)
    assert 0 <= score.score <= score.score_before_override <= 1


@settings(max_examples=EXAMPLES)
@given(name=st.sampled_from(BASE_NAMES), data=st.data())
def test_no_field_whatever_it_holds_raises(
    name: str, data: st.DataObject, bases: dict[str, Base], contract: EvalStandard
) -> None:
    base = bases[name]
    answer = base.changed()
    for field in _fields(answer):
        for key in data.draw(st.sets(st.sampled_from(FIELD_KEYS), max_size=3)):
            field[key] = data.draw(JSON)
    score = base.score(answer, contract)
    assert all(item.reasons and all(reason.message for reason in item.reasons) for item in score.items)


def _fields(answer: Any) -> Iterator[dict[str, Any]]:
    yield from answer["fields"].values()
    for tranche in answer.get("tranches", ()):
        yield from tranche["fields"].values()


def _figures(base: Base, answer: Any, standard: EvalStandard) -> dict[str, Any]:
    score = base.score(answer, standard)
    return {key_of(item): (item.label, item.score, item.provenance.class_name) for item in score.items}


def _shuffled(data: Any, chance: random.Random) -> Any:
    """Return the same data with its keys, the items of lists of texts, and tranches in another order."""
    if isinstance(data, dict):
        keys = chance.sample(list(data), len(data))
        return {key: _shuffled(data[key], chance) for key in keys}
    if isinstance(data, list):
        return [_shuffled(item, chance) for item in chance.sample(data, len(data))]
    return data
