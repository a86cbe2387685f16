"""A slow twin that is obviously right agrees with quote search on random small documents.

The twin folds by hand, looks for substrings one by one, counts words window by window, and computes the distance
to the nearest passage by the textbook recurrence. Cases come from a fixed seed.
"""

from __future__ import annotations

import random

from tools.quote_rules import RULES

from loanproof.core import Span
from loanproof.documents.model import Document, Page
from loanproof.documents.quotes.absence import Absent, Near, edits_to_exclude, prove_absence
from loanproof.documents.quotes.index import index_grams
from loanproof.documents.quotes.result import QuoteVerdict
from loanproof.documents.quotes.search import QuoteSearcher

WORDS = "borrower lender facility repay amount notice interest margin security vessel charter account".split()
FOREIGN = "tenant harvest patent royalty orchard violin granite meadow".split()


def test_the_twin_agrees_on_two_thousand_random_cases() -> None:
    rng = random.Random(20260325)
    verdicts: dict[QuoteVerdict, int] = {}
    for case in range(2000):
        words = [rng.choice(WORDS) for _ in range(rng.randint(60, 220) if case % 20 == 0 else rng.randint(3, 18))]
        text = "".join(word + rng.choice((" ", " ", " ", "\n")) for word in words).rstrip()
        quote = a_quote(words, rng)
        document = Document(
            name="d", digest="", paged=True, text=text, pages=(Page(number=1, span=Span(0, len(text))),)
        )
        result = QuoteSearcher(document, RULES).search(quote)
        verdicts[result.verdict] = verdicts.get(result.verdict, 0) + 1

        plain = text.replace("\n", " ")
        places = whole_places(plain, quote)
        assert (result.verdict is QuoteVerdict.VERBATIM) == bool(places), (text, quote)
        if places:
            assert {span.start for span in (*result.spans, *result.other_places)} == set(places)
        if result.verdict is QuoteVerdict.ABSENT:
            assert result.absent_within is not None
            assert nearest(quote, plain) > result.absent_within >= len(quote) // 8, (text, quote)
            held, wanted = best_containment(quote, plain)
            assert held < 0.60 * wanted, (text, quote)
    assert all(verdicts.get(verdict, 0) > 20 for verdict in (QuoteVerdict.VERBATIM, QuoteVerdict.ABSENT)), verdicts


def test_a_proof_of_absence_is_never_wrong_even_near_its_border() -> None:
    rng = random.Random(7)
    outcomes = set()
    for _ in range(400):
        letters = "abc " if rng.random() < 0.5 else "abcdefghij "
        text = "".join(rng.choice(letters) for _ in range(rng.randint(1, 700)))
        start = rng.randrange(len(text))
        quote = list(text[start : start + rng.randint(8, 60)]) or ["a"]
        for _ in range(rng.randint(0, len(quote) // 5)):
            quote[rng.randrange(len(quote))] = rng.choice(letters)
        wanted = "".join(quote)
        proof = prove_absence(wanted, text, index_grams(text))
        distance = nearest(wanted, text)
        outcomes.add(type(proof))
        if isinstance(proof, Absent):
            assert distance > proof.k >= edits_to_exclude(len(wanted)), (wanted, text)
        else:
            assert proof.window.end <= len(text)
    assert outcomes == {Absent, Near}


def a_quote(words: list[str], rng: random.Random) -> str:
    """Return a true stretch, a stretch with a changed word, a shuffled one, or one made of other words."""
    start = rng.randrange(len(words))
    stretch = words[start : start + rng.randint(1, 9)]
    kind = rng.randrange(5)
    if kind == 1:
        stretch[rng.randrange(len(stretch))] = rng.choice(WORDS + FOREIGN)
    elif kind == 2:
        rng.shuffle(stretch)
    elif kind == 3:
        stretch = [rng.choice(FOREIGN) for _ in range(rng.randint(4, 8))]
    elif kind == 4:
        stretch = [rng.choice(WORDS + FOREIGN) for _ in range(rng.randint(2, 9))]
    return " ".join(stretch)


def whole_places(text: str, quote: str) -> list[int]:
    """Return every place where the quote is between spaces or the ends of the text."""
    padded = f" {text} "
    return [at for at in range(len(text)) if padded[at : at + len(quote) + 2] == f" {quote} "]


def nearest(quote: str, text: str) -> int:
    """Return the least number of edits between the quote and any stretch of the text."""
    column = list(range(len(quote) + 1))
    best = column[-1]
    for character in text:
        previous, column[0] = column[0], 0
        for row in range(1, len(quote) + 1):
            change = previous if quote[row - 1] == character else previous + 1
            previous = column[row]
            column[row] = min(change, column[row] + 1, column[row - 1] + 1)
        best = min(best, column[-1])
    return best


def best_containment(quote: str, text: str) -> tuple[int, int]:
    """Return how many of the quote's words the best window of one and a half times its length holds."""
    wanted, words = set(quote.split()), text.split()
    best = 0
    for first in range(len(words)):
        for last in range(first, len(words)):
            window = words[first : last + 1]
            if len(" ".join(window)) > len(quote) * 3 // 2:
                break
            best = max(best, len(wanted & set(window)))
    return best, len(wanted)
