"""Laws of scoring covenants: identity, order, citations, and that any answer whatsoever has a score."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.conformance.covenants_alone import (
    CONTRACT,
    NAMES,
    Alone,
    all_alone,
    case_of,
    documents_of,
    output_of,
    score,
)
from tests.sampling import EXAMPLES

from loanproof.cases import CovenantsCase
from loanproof.core import Capability, parse_yaml, validate_yaml
from loanproof.outputs import CovenantsOutput, parse_output
from loanproof.provenance import ClassName
from loanproof.scoring import list_covenants_items, score_covenants
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore

COVENANTS = [alone for alone in all_alone() if alone.kind == "covenant"]
ORDER = [Label.CORRECT, Label.PARTIAL, Label.FAIL, Label.HALLUCINATION]

# What may be wrong with the value of an answer, and with its citation.
VALUES: list[dict[str, Any]] = [
    {},
    {"threshold": "9.87:1"},
    {"threshold": None},
    {"type": "maintenance"},
    {"type": "positive"},
    {"name": "Zebra clause"},
    {"testing_frequency": "annual"},
    {"effective_date": None},
]
CITATIONS: list[list[dict[str, Any]] | None] = [
    [],
    None,
    [{"quote": "purple elephants juggle marmalade beneath frozen cathedrals tonight", "page": 1}],
    [{"document": "another.pdf", "page": 1, "section": "1", "quote": "words"}],
    [{"page": 2}],
    [{"section": "Clause 3"}],
    [{"page": 999, "section": "Clause 3"}],
    [{"quote": "the Borrower"}],
]
KEYS = st.sampled_from(
    """capability document covenants flags name also type secondary_type threshold operator steps from to
    testing_frequency condition effective_date waiver covenant original_threshold waived_threshold period test_dates
    temporary covenant_survives carve_outs scope cap shared_cap grace_period grace_periods days unit triggers
    cross_default present kind thresholds provenance page section quote confidence amount currency""".split()
)
TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "Leverage", "financial", "4.50:1", "<=", "quarterly", "per_agreement", "USD 25,000,000", "suspended",
            "business", "cross_default", "31 December 2026", "Clause 22.1(a)", "kestrel-facility-agreement.txt",
            "shall not exceed 4.50:1", "none", "2027-01-01", "(", "0001-01-01", "9999-12-31", "\ud800", "½ to 1",
        ]
    ),
)  # fmt: skip
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**30), 10**30), st.floats(allow_nan=True, allow_infinity=True), TEXTS
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=8)),
    max_leaves=40,
)


@pytest.mark.parametrize("base", NAMES)
def test_the_perfect_output_scores_one_and_has_the_items_of_the_case(base: str) -> None:
    result = score(base, case_of(base)["expected"], output_of(base))
    assert result.score == Fraction(1)
    assert tuple(item.head for item in result.items) == list_covenants_items(_case(base), CONTRACT)
    assert all(figure in (None, Fraction(1)) for figure in result.diagnostics.values())
    assert result.diagnostics["precision"] == result.diagnostics["recall"] == Fraction(1)


@pytest.mark.parametrize("base", NAMES)
def test_an_empty_output_scores_nothing(base: str) -> None:
    result = score(base, case_of(base)["expected"], {})
    assert result.score == 0
    assert not result.has_hallucination
    assert result.diagnostics["recall"] == 0
    assert result.diagnostics["precision"] is None


@settings(max_examples=25, deadline=None)
@given(data=st.data(), base=st.sampled_from(NAMES))
def test_the_order_of_an_output_never_matters(data: st.DataObject, base: str) -> None:
    answer = output_of(base)
    spoiled = data.draw(st.integers(0, len(answer["covenants"]) - 1))
    answer["covenants"][spoiled] |= data.draw(st.sampled_from(VALUES))
    answer["covenants"].append(copy.deepcopy(answer["covenants"][0]) | data.draw(st.sampled_from(VALUES)))
    shuffled = copy.deepcopy(answer)
    shuffled["covenants"] = data.draw(st.permutations(shuffled["covenants"]))
    for covenant in shuffled["covenants"]:
        if "carve_outs" in covenant:
            covenant["carve_outs"] = covenant["carve_outs"][::-1]
    if shuffled.get("flags", {}).get("grace_periods"):
        shuffled["flags"]["grace_periods"] = shuffled["flags"]["grace_periods"][::-1]
    expected = case_of(base)["expected"]
    one, other = score(base, expected, answer), score(base, expected, shuffled)
    assert _labels(one) == _labels(other)
    assert one.diagnostics == other.diagnostics


@settings(max_examples=EXAMPLES, deadline=None)
@given(alone=st.sampled_from(COVENANTS), value=st.sampled_from(VALUES), citation=st.sampled_from(CITATIONS))
def test_a_worse_citation_never_makes_a_better_label(
    alone: Alone, value: dict[str, Any], citation: list[dict[str, Any]] | None
) -> None:
    answer = {**alone.answer, **value}
    well, badly = alone.score(answer), alone.score({**answer, "provenance": citation})
    assume(well.items[0].provenance.class_name is ClassName.OK)  # a quote that supports nothing is worse than none
    assert ORDER.index(badly.items[0].label) >= ORDER.index(well.items[0].label)
    assert badly.score <= well.score


@settings(max_examples=40, deadline=None)
@given(
    base=st.sampled_from(NAMES),
    value=st.sampled_from(VALUES),
    quote=st.text(alphabet="bcdfghjkmnpqrtvwxz ", min_size=60, max_size=120),
)
def test_an_invented_extra_never_raises_a_score(base: str, value: dict[str, Any], quote: str) -> None:
    answer, expected = output_of(base), case_of(base)["expected"]
    answer["covenants"][0] |= value
    without = score(base, expected, answer).score
    place = {"document": answer["document"], "page": 1, "section": "1", "quote": quote}
    answer["covenants"].append({"name": "Zebra clause", "type": "negative", "provenance": [place]})
    assert score(base, expected, answer).score <= without


@settings(max_examples=EXAMPLES, deadline=None)
@given(answer=ANYTHING, base=st.sampled_from(NAMES))
def test_any_output_whatsoever_has_a_score(answer: Any, base: str) -> None:
    output = parse_output(json.dumps(answer), Capability.COVENANTS)
    assert isinstance(output, CovenantsOutput)
    _check(score_covenants(_case(base), output, documents=documents_of(base), standard=CONTRACT))


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data(), base=st.sampled_from(NAMES))
def test_any_value_in_any_place_of_a_perfect_output_has_a_score(data: st.DataObject, base: str) -> None:
    answer = output_of(base)
    for _ in range(data.draw(st.integers(1, 4))):
        covenant = data.draw(st.sampled_from(answer["covenants"]))
        covenant[data.draw(KEYS)] = data.draw(ANYTHING)
    if "flags" in answer and data.draw(st.booleans()):
        answer["flags"][data.draw(KEYS)] = data.draw(ANYTHING)
    output = parse_output(json.dumps(answer), Capability.COVENANTS)
    assert isinstance(output, CovenantsOutput)
    _check(score_covenants(_case(base), output, documents=documents_of(base), standard=CONTRACT))


def _check(result: CaseScore) -> None:
    assert 0 <= result.score <= 1
    assert all(item.reasons and item.reasons[0].message for item in result.items)
    assert all(item.label in ORDER for item in result.items)


def _labels(result: CaseScore) -> list[tuple[str, bool, str, str]]:
    return sorted(
        (item.head.item, item.head.is_extra, item.label.value, item.provenance.class_name.value)
        for item in result.items
    )


def _case(base: str) -> CovenantsCase:
    text = json.dumps(case_of(base), default=str)
    return validate_yaml(CovenantsCase, parse_yaml(text.encode(), file="case.yaml"))
