"""What holds for every question: mutations of perfect outputs, and laws that no output breaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.vectors import BASES, Built, Vector, build, load_vectors

from loanproof.cases import QaCase
from loanproof.core import Capability
from loanproof.outputs import QaOutput, parse_output
from loanproof.scoring import list_qa_items, score_qa
from loanproof.standards import Label

if TYPE_CHECKING:
    from loanproof.scoring import CaseScore
    from loanproof.standards import EvalStandard

Data = dict[str, Any]
NAMES = ("qa-fact", "qa-refusal", "qa-synthesis", "qa-mixed", "qa-amended")
DIMENSIONS = {"accuracy", "citation_support", "scope", "uncertainty", "refusal"}


@pytest.fixture(scope="session")
def bases(contract: EvalStandard, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    """Return each base with its perfect output, read once."""
    return {
        name: build(Vector(id=name, rule=(), why="", base=name, expect={}), tmp_path_factory.mktemp(name), contract)
        for name in NAMES
    }


def perfect(name: str) -> Data:
    data: Data = json.loads((BASES / name / "output.json").read_text(encoding="utf-8"))
    return data


def scored(built: Built, output: Data, contract: EvalStandard) -> CaseScore:
    read = parse_output(json.dumps(output), Capability.QA)
    assert isinstance(built.case, QaCase)
    assert isinstance(read, QaOutput)
    return score_qa(built.case, read, documents=built.documents, standard=contract)


def answering(change: Callable[[str], str]) -> Callable[[Data], Data]:
    return lambda output: {**output, "answer": change(output["answer"])}


def citing(**parts: Any) -> Callable[[Data], Data]:
    return lambda output: {**output, "provenance": [{**one, **parts} for one in output["provenance"]]}


HOLDS = "grounded_refusal"
MUTATIONS: dict[str, tuple[Callable[[Data], Data], tuple[str, str, str, str, str]]] = {
    # the labels of the five bases in the order of NAMES
    "untouched": (dict, ("correct", HOLDS, "correct", "correct", "correct")),
    "empty answer": (answering(lambda _: ""), ("fail",) * 5),
    "shrug": (answering(lambda _: "I don't know."), ("fail",) * 5),
    "generic refusal": (
        answering(lambda _: "The document does not contain information about your question."),
        ("fail",) * 5,
    ),
    "invented fee added": (answering(lambda text: f"{text} A fee of 9.87% applies."), ("hallucination",) * 5),
    "invented date added": (answering(lambda text: f"{text} See also 29 February 2044."), ("hallucination",) * 5),
    "figures changed": (
        answering(lambda text: text.translate(str.maketrans("57", "69"))),  # no document holds what comes out
        ("hallucination", HOLDS, "hallucination", "hallucination", "hallucination"),
    ),
    "denied": (
        answering(lambda text: text.replace(" ends on ", " does not end on ").replace(" is 2", " is not 2")),
        ("fail", HOLDS, "correct", "fail", "fail"),
    ),
    "contracted refusal": (
        answering(lambda text: text.replace("does not", "doesn't")),
        ("correct", "fail", "correct", "fail", "correct"),
    ),
    "citations taken away": (
        lambda output: {**output, "provenance": []},
        ("fail", HOLDS, "fail", "fail", "fail"),
    ),
    "page invented": (citing(page=99), ("hallucination", HOLDS, "hallucination", "hallucination", "hallucination")),
    "file invented": (
        citing(document="other.pdf"),
        ("hallucination", HOLDS, "hallucination", "hallucination", "hallucination"),
    ),
    "quote invented": (
        citing(quote="Whoever reads these lines shall plant seven trees behind the customs house."),
        ("hallucination", HOLDS, "hallucination", "hallucination", "hallucination"),
    ),
    "file name left out": (citing(document=None), ("correct", HOLDS, "correct", "correct", "correct")),
    "quote left out": (citing(quote=None), ("correct", HOLDS, "correct", "correct", "correct")),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_each_mutation_of_a_perfect_output_has_its_label(
    name: str, mutation: str, bases: dict[str, Built], contract: EvalStandard
) -> None:
    change, labels = MUTATIONS[mutation]
    score = scored(bases[name], change(perfect(name)), contract)
    assert score.items[0].label == labels[NAMES.index(name)], score.items[0].reasons


@pytest.mark.parametrize("name", NAMES)
def test_a_perfect_output_scores_one_in_every_dimension(
    name: str, bases: dict[str, Built], contract: EvalStandard
) -> None:
    score = scored(bases[name], perfect(name), contract)
    assert score.score == 1
    assert set(score.diagnostics) == DIMENSIONS
    assert {figure for figure in score.diagnostics.values() if figure is not None} == {Fraction(1)}
    assert {finding.code for finding in score.findings} <= {"COARSE_SECTION"}  # a definition is cited by its clause


@pytest.mark.parametrize("name", NAMES)
def test_the_one_item_is_known_before_the_answer(name: str, bases: dict[str, Built], contract: EvalStandard) -> None:
    built = bases[name]
    assert isinstance(built.case, QaCase)
    score = scored(built, perfect(name), contract)
    assert tuple(item.head for item in score.items) == list_qa_items(built.case, contract)
    assert score.case_id == built.case.id


def test_every_reason_is_a_sentence(tmp_path_factory: pytest.TempPathFactory, contract: EvalStandard) -> None:
    for vector in load_vectors("qa_[!f]*.yaml"):
        built = build(vector, tmp_path_factory.mktemp("sentence"), contract)
        assert isinstance(built.case, QaCase)
        assert isinstance(built.output, QaOutput)
        score = score_qa(built.case, built.output, documents=built.documents, standard=contract)
        for reason in score.items[0].reasons:
            assert reason.message.endswith((".", ".”", ")", "…")), reason


PHRASES = st.sampled_from(
    [
        "The document does not contain information about ",
        "If this information is required, it may be found in ",
        "the Fee Letter. ", "31 March 2027", "not ", "2.15% ", "No. ", "Clause 5.1 ", "Ltd. ", "it", "\n\n",
        '"', "may ",
        "USD 5", " million", "unless ", "[●]", "I don't know. ",
    ]
)  # fmt: skip
TEXTS = st.text(max_size=80) | st.lists(PHRASES | st.text(max_size=6), max_size=12).map("".join)


@given(name=st.sampled_from(NAMES), answer=TEXTS, parts=st.lists(st.tuples(*[st.none() | TEXTS] * 4), max_size=2))
def test_any_output_is_scored(
    name: str,
    answer: str,
    parts: list[tuple[str | None, ...]],
    bases: dict[str, Built],
    contract: EvalStandard,
) -> None:
    keys = ("document", "page", "section", "quote")
    provenance = [dict(zip(keys, one, strict=True)) for one in parts]
    score = scored(bases[name], {"answer": answer, "provenance": provenance}, contract)
    assert score.items[0].reasons
    assert score.score in (0, 1)
    assert all(figure is None or 0 <= figure <= 1 for figure in score.diagnostics.values())


@given(name=st.sampled_from(NAMES), words=TEXTS, figure=st.integers(1_000_001, 9_999_999), first=st.booleans())
def test_an_invented_figure_never_raises_a_score(
    name: str, words: str, figure: int, first: bool, bases: dict[str, Built], contract: EvalStandard
) -> None:
    """The last digit is odd and no amount of the documents is so precise: the figure does not appear."""
    answer = f"{perfect(name)['answer']} {words}"
    invented = f"A charge of CHF {2 * figure + 1:,} applies."
    longer = f"{invented} {answer}" if first else f"{answer} {invented}"
    before = scored(bases[name], {**perfect(name), "answer": answer}, contract)
    after = scored(bases[name], {**perfect(name), "answer": longer}, contract)
    assert after.score <= before.score
    assert after.items[0].label.limited_to(before.items[0].label) is after.items[0].label


WORSE: dict[str, list[Any]] = {
    "document": ["kestrel-facility-agreement.txt", "kestrel", "acme.txt"],
    "page": [2, "2-6", 99],
    "section": ["1.1", "5.2", "5.2"],
    "quote": [
        '"Availability Period" means the period from the date of this Agreement to 31 March 2027.',
        '"Availability Period" means the time from the date of this Agreement up to 31 March 2027.',
        '"Availability Period" means the period from the date of this Agreement to 31 March 2029.',
    ],
}  # each part from right to wrong or invented


@pytest.mark.parametrize("part", WORSE)
@given(levels=st.tuples(*[st.integers(0, 2)] * 4))
def test_a_worse_citation_never_gets_a_better_label(
    part: str, levels: tuple[int, int, int, int], bases: dict[str, Built], contract: EvalStandard
) -> None:
    chosen = dict(zip(WORSE, levels, strict=True))

    def label(level: int) -> Label:
        cited = {name: WORSE[name][at] for name, at in {**chosen, part: level}.items()}
        return scored(bases["qa-fact"], {**perfect("qa-fact"), "provenance": [cited]}, contract).items[0].label

    for better, worse in pairwise([label(0), label(1), label(2)]):
        assert worse.limited_to(better) is worse
