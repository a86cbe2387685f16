"""A search looks only at the tokens where a value may begin, and finds what a look at every token would find."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from loanproof.values import KINDS, NO_CONTEXT, THRESHOLD_KIND, Context, Found, NumberLocale, Tokens, tokenize
from loanproof.values.text.finding import Starts

TABLES = sorted(Path(__file__).parent.glob("*.yaml"))  # as running text: every form of every kind is in them


def found_in(text: str, context: Context) -> dict[str, tuple[Found[Any], ...]]:
    tokens = tokenize(text)
    return {name: kind.find(tokens, context) for name, kind in KINDS.items()}


@pytest.mark.sampled(one_of=2)
@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_no_kind_misses_a_value_that_a_look_at_every_token_finds(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = table.read_text(encoding="utf-8")
    found = found_in(text, NO_CONTEXT)
    monkeypatch.setattr(Starts, "within", lambda _, tokens: list(range(len(tokens))))
    assert found == found_in(text, NO_CONTEXT)


def test_starts_are_found_in_order_and_each_once() -> None:
    starts = Starts(words=frozenset({"5", "per", "cent"}), figures=True) | Starts(han=True)
    assert starts.within(tokenize("Per 人民币 5 and 7 per CENT")) == [0, 1, 2, 4, 5, 6]


def test_a_text_without_tokens_has_no_starts() -> None:
    assert Starts(words=frozenset({"a"}), figures=True, han=True).within(tokenize(" ")) == []


def test_the_places_of_a_word_are_those_of_all_its_spellings() -> None:
    tokens: Tokens = tokenize("The Agent and the AGENT, 5 人民币")
    assert tokens.places["agent"] == [1, 4]
    assert (tokens.figures, tokens.han) == ([6], [7])


def test_finds_that_are_kept_with_a_text_are_kept_for_each_notation() -> None:
    tokens = tokenize("shall not exceed EUR 1.250")
    contexts = [Context(number_locale=locale) for locale in (NumberLocale.EN, NumberLocale.DE, NumberLocale.EN)]
    found = [THRESHOLD_KIND.find(tokens, context)[0].candidates[0].value for context in contexts]
    assert found == [Decimal("1.25"), Decimal(1250), Decimal("1.25")]
