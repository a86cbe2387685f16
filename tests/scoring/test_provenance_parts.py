"""The three elements of a citation, each for itself, on real judgements of a two-page agreement."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from tests.runs.small_suite import DOCUMENT, NAME, QUOTE

from loanproof.core import Citation, FieldId
from loanproof.documents import load_document
from loanproof.provenance import DocumentSet, NothingToCite, assess_item, claim_of_value
from loanproof.scoring import ProvenanceParts, provenance_parts_of
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard

WHOLE, THREE_QUARTERS, HALF, QUARTER, NOTHING = (Fraction(part, 4) for part in (4, 3, 2, 1, 0))


@pytest.fixture(scope="module")
def standard() -> EvalStandard:
    return load_contract("eval-standards@1.0+r1")


@pytest.fixture(scope="module")
def documents(standard: EvalStandard, tmp_path_factory: pytest.TempPathFactory) -> DocumentSet:
    path = tmp_path_factory.mktemp("parts") / NAME
    path.write_text(DOCUMENT + "\f3. LAW\n\n3.1 Law\n\nEnglish law governs.\n\f4. END\n", encoding="utf-8")
    return DocumentSet([load_document(path)], standard)


CITED = {
    "all right": ((NAME, "1", "1.1", QUOTE), (WHOLE, WHOLE, WHOLE)),
    "name abbreviated": ((NAME.upper(), "1", "1.1", QUOTE), (HALF, WHOLE, WHOLE)),
    "no name": ((None, "1", "1.1", QUOTE), (NOTHING, WHOLE, WHOLE)),
    "page only": ((NAME, "1", None, QUOTE), (WHOLE, THREE_QUARTERS, WHOLE)),
    "section only": ((NAME, None, "1.1", QUOTE), (WHOLE, HALF, WHOLE)),
    "page two off": ((NAME, "3", "1.1", QUOTE), (WHOLE, THREE_QUARTERS, WHOLE)),
    "page three off": ((NAME, "4", "1.1", QUOTE), (WHOLE, HALF, WHOLE)),
    "wrong page only": ((NAME, "2", None, QUOTE), (WHOLE, QUARTER, WHOLE)),
    "page right, another section": ((NAME, "1", "2.1", QUOTE), (WHOLE, HALF, WHOLE)),
    "forged": ((NAME, "1", "1.1", QUOTE.replace("2027", "2028")), (WHOLE, WHOLE, NOTHING)),
    "elision": (
        (NAME, "1", "1.1", "the period from the date of this Agreement ... and including 31 March 2027"),
        (WHOLE, WHOLE, THREE_QUARTERS),
    ),
}


@pytest.mark.parametrize(("cited", "parts"), CITED.values(), ids=CITED.keys())
def test_each_element_is_measured_by_itself(
    documents: DocumentSet,
    standard: EvalStandard,
    cited: tuple[str | None, str | None, str | None, str | None],
    parts: tuple[Fraction, Fraction, Fraction],
) -> None:
    citation = Citation(document=cited[0], page=cited[1], section=cited[2], quote=cited[3])
    found = provenance_parts_of(assess_item([citation], documents=documents, standard=standard))
    assert found == ProvenanceParts(file=parts[0], place=parts[1], quote=parts[2])


def test_a_place_that_holds_the_value_is_right_without_a_quote(documents: DocumentSet, standard: EvalStandard) -> None:
    citation = Citation(document=NAME, page="1", section="1.1")
    claim = claim_of_value(FieldId("maturity_date"), ("15 March 2031",), standard)
    found = provenance_parts_of(assess_item([citation], documents=documents, standard=standard, supports=claim))
    assert found == ProvenanceParts(file=WHOLE, place=WHOLE, quote=NOTHING)


def test_nothing_cited_has_no_element_and_nothing_to_cite_has_none_to_measure(
    documents: DocumentSet, standard: EvalStandard
) -> None:
    silent = assess_item([], documents=documents, standard=standard)
    assert provenance_parts_of(silent) == ProvenanceParts(file=NOTHING, place=NOTHING, quote=NOTHING)
    excused = assess_item([], documents=documents, standard=standard, nothing_to_cite=NothingToCite.ABSENT)
    assert provenance_parts_of(excused) is None


def test_a_file_that_was_not_submitted_has_no_element(documents: DocumentSet, standard: EvalStandard) -> None:
    citation = Citation(document="other.pdf", page="1", section="1.1", quote=QUOTE)
    found = provenance_parts_of(assess_item([citation], documents=documents, standard=standard))
    assert found == ProvenanceParts(file=NOTHING, place=NOTHING, quote=NOTHING)
