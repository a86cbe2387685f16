"""A kind compares two texts: exact before equal, the best meaning of several, and unreadable is different."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.number.kind import NumberKind
from loanproof.values.number.parse import parse_number
from loanproof.values.number.value import Number, Setting
from loanproof.values.reading import Context, NumberLocale, Reading, Relation


class _AmountKind(NumberKind):
    def parse(self, text: str, context: Context) -> Reading[Number]:
        return parse_number(text, context, setting=Setting.MONEY)


AMOUNT = _AmountKind()


def test_the_same_characters_are_exact_even_where_the_text_is_ambiguous() -> None:
    assert AMOUNT.compare_texts("1.250", "1.250").relation is Relation.EXACT


def test_the_same_characters_are_exact_even_where_no_value_can_be_read() -> None:
    assert AMOUNT.compare_texts("as agreed", "As agreed.").relation is Relation.EXACT


def test_the_same_meaning_in_another_form_is_equal() -> None:
    result = AMOUNT.compare_texts("500,000,000", "500 million")
    assert (result.relation, result.reason) == (Relation.EQUAL, Reason.CANONICAL_EQUAL)


def test_an_ambiguous_text_agrees_by_its_best_meaning_and_says_so() -> None:
    result = AMOUNT.compare_texts("1250", "1.250")
    assert (result.relation, result.reason) == (Relation.EQUAL, Reason.AMBIGUOUS_SEPARATOR)


def test_what_the_document_says_about_itself_settles_the_ambiguity() -> None:
    result = AMOUNT.compare_texts("1250", "1.250", Context(number_locale=NumberLocale.EN))
    assert result.relation is Relation.DIFFERENT


def test_an_ambiguous_text_that_agrees_in_no_meaning_is_plainly_different() -> None:
    result = AMOUNT.compare_texts("77", "1.250")
    assert (result.relation, result.reason) == (Relation.DIFFERENT, Reason.DIFFERENT)


def test_a_text_that_is_no_value_is_different_and_the_detail_says_why() -> None:
    result = AMOUNT.compare_texts("1250", "as agreed")
    assert (result.relation, result.reason) == (Relation.DIFFERENT, Reason.NOT_READABLE)
    assert "as agreed" in result.detail


class _IdentifierKind(_AmountKind):
    keep_case = True


def test_letter_case_counts_for_a_kind_of_identifiers() -> None:
    assert _IdentifierKind().compare_texts("abc", "ABC").relation is Relation.DIFFERENT
    assert AMOUNT.compare_texts("abc", "ABC").relation is Relation.EXACT
