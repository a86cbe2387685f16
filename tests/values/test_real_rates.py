"""What the readers find in real US agreements: enough, and nothing that is no such value."""

from __future__ import annotations

from pathlib import Path

import pytest

from loanproof.values.percentage.find import find_percentages
from loanproof.values.ratio.find import find_ratios
from loanproof.values.reading import Context, NumberLocale
from loanproof.values.reference_rate.find import find_reference_rates
from loanproof.values.text.tokens import Tokens, tokenize
from loanproof.values.threshold.find import find_thresholds

US = Context(number_locale=NumberLocale.EN)
pytestmark = pytest.mark.needs("real-agreements")


def agreement(shared: Path, name: str) -> tuple[str, Tokens]:
    text = (shared / "real-agreements" / f"lex_{name}.txt").read_text(encoding="utf-8", errors="replace")
    return text, tokenize(text)


def test_every_per_cent_sign_after_a_figure_is_found(shared: Path) -> None:
    text, tokens = agreement(shared, "kraft-2012-364day-revolving-credit-agreement")
    covered = {at for found in find_percentages(tokens, US) for at in range(found.span.start, found.span.end)}
    signs = [at for at, sign in enumerate(text) if sign == "%" and text[:at].rstrip()[-1:].isdigit()]
    assert len(signs) > 20
    assert [text[max(0, at - 30) : at + 5] for at in signs if at not in covered] == []


def test_the_ratios_of_an_amendment_are_found_and_nothing_else(shared: Path) -> None:
    text, tokens = agreement(shared, "chesapeake-2008-amendment-no-5")
    found = [one.span.of(text) for one in find_ratios(tokens, US)]
    # A seventh is there as "4:00:1", a slip of the typist that is left unread rather than guessed.
    assert sorted(found) == ["2.15:1", "2.25:1", "2.50:1", "4.25:1", "5.00:1", "5.30:1"]


def test_a_far_negation_turns_the_comparison_round(shared: Path) -> None:
    text, tokens = agreement(shared, "state-auto-2009-credit-agreement-lender-spc")
    far = [one for one in find_thresholds(tokens, US) if " permit " in one.span.of(text)]
    assert [one.candidates[0].canonical for one in far] == ["<= 50 percent", "<= 0.35 ratio"]


def test_mentions_of_rates_keep_no_article(shared: Path) -> None:
    text, tokens = agreement(shared, "kraft-2007-eur-bridge-loan-agreement")
    first_words = {one.span.of(text).split()[0].lower() for one in find_reference_rates(tokens, US)}
    assert "euribor" in first_words
    assert not first_words & {"the", "a", "an", "of", "on"}
