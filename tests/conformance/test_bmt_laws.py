"""What holds for every benchmark-terms output: mutations of perfect ones, and laws that no output breaks."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.vectors import (
    BASES,
    FIRST_REVISION,
    SECOND_REVISION,
    Built,
    Vector,
    build,
    contract_of,
)

from loanproof.cases import BmtCase
from loanproof.core import Capability
from loanproof.outputs import BmtOutput, parse_output
from loanproof.scoring import score_bmt
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard

Data = dict[str, Any]
NAMES = ("bmt-singapore", "bmt-english", "bmt-new-york", "bmt-ambiguous")
CONTRACT, SECOND = contract_of(FIRST_REVISION), contract_of(SECOND_REVISION)
RIGHT = (Label.CORRECT, Label.TRUE_NEGATIVE)
_BUILT: dict[str, Built] = {}


@pytest.fixture(scope="session", autouse=True)
def bases(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Read each base once."""
    for name in NAMES:
        vector = Vector(id=name, rule=(), why="", base=name, expect={})
        _BUILT[name] = build(vector, tmp_path_factory.mktemp(name), CONTRACT)


def perfect(name: str) -> Data:
    data: Data = json.loads((BASES / name / "output.json").read_text(encoding="utf-8"))
    return data


def scored(name: str, output: object, standard: EvalStandard = CONTRACT) -> CaseScore:
    read = parse_output(json.dumps(output), Capability.BMT)
    case = _BUILT[name].case
    assert isinstance(case, BmtCase)
    assert isinstance(read, BmtOutput)
    return score_bmt(case, read, documents=_BUILT[name].documents, standard=standard)


Mutation = Callable[[Data], None]


def cite(key: str, value: object) -> Mutation:
    return lambda comparison: comparison["provenance"][0].update({key: value})


def source(key: str, value: object) -> Mutation:
    return lambda comparison: (comparison["benchmark"] or {}).update({key: value})


def put(key: str, value: object) -> Mutation:
    return lambda comparison: comparison.update({key: value})


# The mutation, what it costs where gold finds a deviation, conformity, and nothing to compare; None = it costs nothing.
MUTATIONS: dict[str, tuple[Mutation, str | None, str | None, str | None]] = {
    "finding turned to conforms": (put("finding", "conforms"), "DEVIATION_MISSED", None, "NOT_STATED"),
    "finding turned to deviation": (
        put("finding", "deviation"),
        None,
        "FALSE_POSITIVE",
        "FALSE_POSITIVE_NO_COMPARATOR",
    ),
    "finding turned to not comparable": (
        put("finding", "not_comparable"),
        "COMPARATOR_EXISTS",
        "COMPARATOR_EXISTS",
        None,
    ),
    "finding left out": (put("finding", None), "DEVIATION_MISSED", "NOT_STATED", "NOT_STATED"),
    "deal value left out": (put("deal_value", None), "INCOMPLETE_A", None, None),
    "benchmark left out": (put("benchmark", None), "INCOMPLETE_B", "INCOMPLETE_B", None),
    "benchmark value left out": (source("value", None), "INCOMPLETE_B", "INCOMPLETE_B", None),
    "reference left out": (source("reference", ""), "INCOMPLETE_D", "INCOMPLETE_D", None),
    "publication left out": (source("publication", None), "INCOMPLETE_D", "INCOMPLETE_D", None),
    "publication of nobody": (source("publication", "House view"), "WRONG_ASSOCIATION", "WRONG_ASSOCIATION", None),
    "gap left out": (put("gap", None), "INCOMPLETE_C", None, None),
    "gap multiplied": (put("gap", {"bps": 99999}), "GAP_OUT_OF_TOLERANCE", "BENCHMARK_DISAGREES", None),
    "no citation": (put("provenance", []), "CITATION_ABSENT", "CITATION_ABSENT", "CITATION_ABSENT"),
    "page beyond the last": (cite("page", 99), "PAGE_NOT_EXIST", "PAGE_NOT_EXIST", "PAGE_NOT_EXIST"),
    "file of nobody": (cite("document", "x.pdf"), "FILE_NOT_SUBMITTED", "FILE_NOT_SUBMITTED", "FILE_NOT_SUBMITTED"),
    "quote of nobody": (
        cite("quote", "The Sponsor shall procure that dividends stay blocked until the mezzanine notes are redeemed"),
        "QUOTE_NOT_FOUND",
        "QUOTE_NOT_FOUND",
        "QUOTE_NOT_FOUND",
    ),
}
COLUMNS = {"deviation": 1, "conforms": 2, "not_comparable": 3}
OTHERWISE = {
    # a figure says nothing about a gap that is a matter of words
    ("bmt-new-york", "mac_event_of_default", "gap multiplied"): "INCOMPLETE_C",
    # here the deal lies below its benchmark
    ("bmt-new-york", "default_interest", "gap multiplied"): "GAP_SIGN",
    ("bmt-english", "majority_lenders", "gap multiplied"): "GAP_SIGN",
}


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("name", NAMES)
def test_a_mutation_costs_its_own_item_and_no_other(name: str, mutation: str) -> None:
    case = _BUILT[name].case
    assert isinstance(case, BmtCase)
    for at, term in enumerate(case.expected.terms):
        output = perfect(name)
        MUTATIONS[mutation][0](output["comparisons"][at])
        reason = MUTATIONS[mutation][COLUMNS[term.finding]]
        wanted = OTHERWISE.get((name, term.term, mutation), reason)
        for item in scored(name, output).items:
            codes = [one.code.value for one in item.reasons]
            if item.head.item != term.term or wanted is None:
                assert item.label in RIGHT, (term.term, item.reasons)
            else:
                assert item.label not in RIGHT
                assert wanted in codes


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("standard", [CONTRACT, SECOND], ids=["r1", "r2"])
def test_a_perfect_output_is_worth_one_and_has_no_finding(name: str, standard: EvalStandard) -> None:
    score = scored(name, perfect(name), standard)
    assert score.score == 1
    assert not score.findings
    assert all(item.provenance.score == 1 for item in score.items)


@given(name=st.sampled_from(NAMES), data=st.data())
def test_the_order_of_comparisons_never_matters(name: str, data: st.DataObject) -> None:
    output = perfect(name)
    doubled = output["comparisons"] + [
        {**copy.deepcopy(output["comparisons"][0]), "gap": {"bps": 1}},
        {"term": "other"},
    ]
    shuffled = data.draw(st.permutations(doubled))
    first = scored(name, {**output, "comparisons": doubled})
    assert scored(name, {**output, "comparisons": shuffled}).items == first.items


@given(name=st.sampled_from(NAMES), data=st.data())
def test_saying_less_never_scores_more(name: str, data: st.DataObject) -> None:
    output = perfect(name)
    kept = data.draw(st.lists(st.sampled_from(output["comparisons"]), unique_by=lambda one: str(one["term"])))
    assert scored(name, {**output, "comparisons": kept}).score == Fraction(len(kept), len(output["comparisons"]))


@given(name=st.sampled_from(NAMES), gap=st.decimals(-200, 200, places=2))
def test_a_rate_is_right_exactly_within_twenty_basis_points_in_its_direction(name: str, gap: Decimal) -> None:
    case = _BUILT[name].case
    assert isinstance(case, BmtCase)
    rates = [at for at, term in enumerate(case.expected.terms) if term.gap is not None and term.gap.bps is not None]
    at = rates[0]
    expected = case.expected.terms[at].gap
    assert expected is not None
    assert expected.bps is not None
    output = perfect(name)
    output["comparisons"][at]["gap"] = {"bps": float(gap)}
    is_right = abs(gap - expected.bps) <= 20 and gap * expected.bps > 0
    assert (scored(name, output).items[at].label is Label.CORRECT) == is_right


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40)
SCALARS |= st.sampled_from(["2.00%", "1-2%", "deviation", "APLMA", "LMA", "USD 5m", "-", "5 days", "66⅔%", "1E+999999"])
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
WORDS = st.sampled_from("deal LMA above less 50 bps not no has lacks , ; the same per month or".split())
GAPS = JSON | st.fixed_dictionaries({}, optional=dict.fromkeys(("bps", "percentage_points", "days", "text"), JSON))
GAPS |= st.lists(WORDS, max_size=12).map(lambda words: {"text": " ".join(words)})
COMPARISONS = st.fixed_dictionaries(
    {},
    optional={
        "term": st.sampled_from(["default_interest", "majority_lenders", "ticking_fee"]) | JSON,
        "finding": st.sampled_from(["deviation", "conforms", "not_comparable"]) | JSON,
        "deal_value": JSON,
        "benchmark": JSON | st.fixed_dictionaries({"publication": JSON, "reference": JSON, "value": JSON}),
        "gap": GAPS,
        "confidence": JSON,
        "provenance": JSON
        | st.lists(st.fixed_dictionaries({"page": JSON, "section": JSON, "quote": JSON}), max_size=2),
    },
)
JURISDICTIONS = JSON | st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("governing_law", "market", "ambiguous", "benchmark", "disclosure"), JSON)
)


@given(
    name=st.sampled_from(NAMES),
    output=JSON
    | st.fixed_dictionaries({"comparisons": st.lists(COMPARISONS, max_size=3), "jurisdiction": JURISDICTIONS}),
    standard=st.sampled_from([CONTRACT, SECOND]),
)
def test_no_output_whatsoever_raises(name: str, output: object, standard: EvalStandard) -> None:
    score = scored(name, output, standard)
    assert 0 <= score.score <= 1
    assert all(item.reasons for item in score.items)
    assert all(item.label is not Label.SEMANTIC_MATCH for item in score.items)
