"""Laws of the one test whether a value appears in a text, for every kind, over drawn texts and over real agreements."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.values.drawn import ENGLISH, WRITINGS, writings

from loanproof.documents import load_document, scan
from loanproof.values import KINDS, NO_CONTEXT, Kind, Mentions, Part, Percentage, Strictness, parts_of
from loanproof.values.percentage.kind import CHARGED_RATE_KIND
from loanproof.values.reading import Context, DateOrder, NumberLocale

# A judgement rests on a whole text, and words without a value assert little: their presence says less than support.
SAY_LESS_IN_PRESENCE = {"commitment_fee", "facility_type", "repayment_schedule", "text", "unknown_name", "yes_no"}
# What there is no fee for, and how a loan is repaid, is read from a passage, so that more words may say otherwise.
READ_FROM_PASSAGES = {"commitment_fee", "repayment_schedule"}
FIND_NOTHING = {"condition", "text", "unknown_name", "yes_no"}

BOTH = (Strictness.PRESENCE, Strictness.SUPPORT)  # the law is of C-20; the loose ones of revision 1 broke it
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
contexts = st.sampled_from([ENGLISH, NO_CONTEXT, Context(number_locale=NumberLocale.DE, date_order=DateOrder.MDY)])
ALL_WRITINGS = [text for texts in WRITINGS.values() for text in texts]
FILLERS = (
    "the Borrower shall pay|subject to Clause 7|a fee|fees|Margin (% p.a.)|in basis points|7. FINANCIAL COVENANTS|2.1"
    "|Schedule 2|page 3|225|2.25|12 Lenders|law|laws of|Limited|LLC|shall not create any Security|per cent.|each|not|a"
).split("|")
GAPS = [" ", " ", " ", ", ", ". ", "; ", ": ", " (", ") ", "\n", "\n\n", "\f", " - ", " of ", " and "]


def _says_less_in_presence(part: Part[Any]) -> bool:
    """Return whether a text may contain a part without supporting it.

    A rate's period is asked of a quote, not of the document: another period is altered, not invented (0171).
    """
    has_period = any(isinstance(one, Percentage) and one.per is not None for one in part.candidates)
    return part.kind.name in SAY_LESS_IN_PRESENCE or has_period or part.kind is CHARGED_RATE_KIND


def _changed(text: str) -> st.SearchStrategy[str]:
    """Return a writing as it is, in capitals, over lines, or a part of it."""
    words = text.split()
    cut = st.integers(0, len(words)).map(lambda at: " ".join(words[:at]))
    rest = st.integers(0, len(words)).map(lambda at: " ".join(words[at:]))
    return st.one_of(st.just(text), st.just(text), st.just(text.upper()), st.just("\n".join(words)), cut, rest)


def running_texts(own: str) -> st.SearchStrategy[str]:
    """Return running texts that often hold a writing, whole or changed, among writings of all kinds."""
    piece = st.one_of(_changed(own), st.sampled_from(ALL_WRITINGS).flatmap(_changed), st.sampled_from(FILLERS))
    return st.lists(st.tuples(piece, st.sampled_from(GAPS)).map("".join), max_size=6).map("".join)


@every_kind
@given(data=st.data(), read_in=contexts, found_in=contexts)
def test_what_presence_denies_support_denies(
    kind: Kind[Any], data: st.DataObject, read_in: Context, found_in: Context
) -> None:
    written = data.draw(writings(kind.name).flatmap(_changed))
    mentions = Mentions.in_text(data.draw(running_texts(written)), found_in)
    for part in parts_of(kind, written, read_in):
        present, supported = (mentions.appears(part, strictness) for strictness in BOTH)
        assert present or not supported, part
        if not _says_less_in_presence(part):
            assert present == supported, part


@every_kind
@given(data=st.data(), context=contexts)
def test_what_is_found_in_a_text_appears_where_it_is_found(
    kind: Kind[Any], data: st.DataObject, context: Context
) -> None:
    text = data.draw(running_texts(data.draw(writings(kind.name))))
    mentions = Mentions.in_text(text, context)
    for found in mentions.of(kind):
        part = kind.part(*found.candidates, written=found.span.of(text))
        places = mentions.appears(part, Strictness.SUPPORT)
        assert any(place.overlaps(found.span) for place in places), found


LEADS = "It is agreed between all of the parties hereto that the term in question is".split()
TAILS = "as each of them hereby confirms for itself and on behalf of its successors".split()


@every_kind
@given(data=st.data())
def test_what_a_quote_supports_its_text_supports(kind: Kind[Any], data: st.DataObject) -> None:
    written = data.draw(writings(kind.name).flatmap(_changed))
    first, last = data.draw(st.integers(0, len(LEADS))), data.draw(st.integers(0, len(TAILS)))
    quote = " ".join([*LEADS[first:], written, *TAILS[:last]])
    others = st.sampled_from([one for name in sorted(WRITINGS.keys() - {kind.name}) for one in WRITINGS[name]])
    around = [data.draw(st.lists(others, max_size=2).map("\n\n".join)) for _ in range(2)]
    text = "\n\n".join([around[0], " ".join([*LEADS, written, *TAILS]), around[1]])
    assert quote in text
    in_quote, in_text = (Mentions.in_text(one, ENGLISH) for one in (quote, text))
    asked = data.draw(writings(kind.name) | st.just(written))
    for part in parts_of(kind, asked, ENGLISH):
        if in_quote.appears(part, Strictness.SUPPORT):
            assert in_text.appears(part, Strictness.PRESENCE), (part, quote)
            if part.kind.name not in READ_FROM_PASSAGES:
                assert in_text.appears(part, Strictness.SUPPORT), (part, quote)


def test_every_kind_has_texts_to_draw_from() -> None:
    assert set(WRITINGS) == set(KINDS)


def test_kinds_that_find_nothing_are_those_without_mentions_of_their_own() -> None:
    text = Mentions.in_text("\n".join(ALL_WRITINGS), ENGLISH)
    assert {name for name, kind in KINDS.items() if not text.of(kind)} == FIND_NOTHING


AGREEMENTS = (
    "aoi-2016-ccb-taipei-approval-notice",
    "butler-2006-fifteenth-amendment-limited-waiver",
    "chesapeake-2008-amendment-no-5",
    "ensco-1999-credit-agreement-facility-agent",
    "red-trail-2006-first-amendment",
    "skypeople-2010-ccb-rmb-credit-contract",
    "state-auto-2009-credit-agreement-lender-spc",
)
MOST_MENTIONS = 12  # of a kind in one agreement


@cache
def _scanned(path: Path) -> Mentions:
    return scan(load_document(path))


@pytest.fixture(scope="module")
def agreements(shared: Path) -> list[Mentions]:
    return [_scanned(shared / "real-agreements" / f"lex_{name}.txt") for name in AGREEMENTS]


def _sampled_parts(kind: Kind[Any], mentions: Mentions) -> list[Part[Any]]:
    found = mentions.of(kind)
    chosen = random.Random(f"{kind.name} {len(mentions.text)}").sample(found, min(MOST_MENTIONS, len(found)))
    return [kind.part(*one.candidates, written=one.span.of(mentions.text)) for one in chosen]


@pytest.mark.needs("real-agreements")
@pytest.mark.sampled(one_of=2)
@every_kind
def test_what_a_real_agreement_mentions_appears_in_it_and_nowhere_by_support_alone(
    kind: Kind[Any], agreements: list[Mentions]
) -> None:
    for own in agreements:
        for part in _sampled_parts(kind, own):
            assert own.appears(part, Strictness.SUPPORT), part
            for text in agreements:
                present, supported = (text.appears(part, strictness) for strictness in BOTH)
                assert present or not supported, part
                if not _says_less_in_presence(part):
                    assert present == supported, part
