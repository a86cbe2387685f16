"""The block index counts what a plain loop counts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loanproof.documents.quotes.index import grams_of, index_grams, index_words

BLOCK = 256  # the length of a block in a text of usual length

texts = st.lists(st.sampled_from(["the loan ", "a fee of ", "x", "interest ", "y" * 97 + " "]), max_size=40).map(
    "".join
)


@given(texts, st.text(alphabet="the loanfixy ", min_size=4, max_size=30), st.integers(1, 600))
def test_counts_are_those_of_a_plain_loop(text: str, quote: str, longest: int) -> None:
    counts = index_grams(text).counts(grams_of(quote), longest=longest)
    blocks = -(-len(text) // BLOCK)
    width = max(longest - 2, 0) // BLOCK + 2
    plain = []
    for block in range(blocks):
        held = set(grams_of(text[block * BLOCK : (block + width) * BLOCK + 3]))
        plain.append(sum(gram in held for gram in grams_of(quote)))
    assert counts.highest() == max(plain, default=0)
    for least in range(max(plain, default=0) + 2):
        assert counts.at_least(least) == [block for block, count in enumerate(plain) if count >= least]
    best = counts.best(3)
    assert all(plain[block] > 0 for block in best)
    assert not best or plain[best[0]] == max(plain)
    assert counts.within(1, 3).highest() == max(plain[1:3], default=0)


@given(texts, st.lists(st.sampled_from(["loan", "fee", "the", "none"]), min_size=1, max_size=3), st.integers(1, 300))
def test_no_stretch_with_all_words_is_missed(text: str, words: list[str], longest: int) -> None:
    stretches = list(index_words(text).stretches_with_all(words, longest=longest))
    for start in range(0, len(text), 7):
        window = text[start : start + longest].split()[1:-1]
        if all(word in window for word in words):
            assert any(first <= start and start + longest <= last + BLOCK for first, last in stretches)


def test_a_passage_that_begins_in_a_block_lies_in_its_window() -> None:
    index = index_grams("a" * 1000)
    start, end = index.window(2, longest=300)
    assert start == 2 * BLOCK
    assert end >= 3 * BLOCK - 1 + 300


def test_stretches_that_overlap_are_joined() -> None:
    index = index_words("a")
    assert list(index.merged([0, 1, 7], longest=10)) == [(0, 2 * BLOCK + 10), (7 * BLOCK, 8 * BLOCK + 10)]
    assert list(index.merged([], longest=10)) == []


def test_a_longer_text_has_longer_blocks_and_not_more_of_them() -> None:
    index = index_words("word " * 1_000_000)
    assert index.blocks <= 8192
    assert index.blocks * index.size >= 5_000_000
    assert max(index.masks.values()).bit_length() == index.blocks
