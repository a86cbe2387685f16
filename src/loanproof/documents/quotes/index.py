"""Which parts of a text share the most with a quote: an index of blocks, counted all at once.

The text is cut into blocks of equal length. For each feature (a k-gram of characters, or a word) the index
keeps one whole number whose bits say in which blocks the feature begins. To count how many features of a
quote each block has, the numbers are added as columns of bits: the counters of all blocks are kept as a few
wide numbers, one for each binary digit, so one addition serves every block of the document.

Counts are upper bounds: a passage cannot have more features of the quote than the blocks it lies in. What a count rules
out is therefore ruled out for certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_BLOCK = 256  # characters; a quote of two or three lines lies in two blocks
_MOST_BLOCKS = 8192  # longer texts get longer blocks, so that the number of a feature never has more bits
GRAM = 4  # characters of a k-gram
_FEW = 4
_DENSE = 24  # if more than one block in this many is needed, one long span is faster than many
WORD = re.compile(r"[0-9]+(?:[.,'_][0-9]+)*|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many features of a quote the window at each block has, as columns of bits, lowest first."""

    planes: tuple[int, ...]
    windows: int

    def highest(self) -> int:
        """Return the highest count of any window."""
        count, alive = 0, (1 << self.windows) - 1
        for plane in reversed(self.planes):
            alive, count = (alive & plane, 2 * count + 1) if alive & plane else (alive, 2 * count)
        return count

    def at_least(self, count: int) -> list[int]:
        """Return the windows, by their first block, that have at least ``count`` features."""
        if count <= 0:
            return list(range(self.windows))
        if count >> len(self.planes):
            return []
        more, equal = 0, (1 << self.windows) - 1
        for place in reversed(range(len(self.planes))):
            plane = self.planes[place]
            if count >> place & 1:
                equal &= plane
            else:
                more |= equal & plane
                equal &= ~plane
        return list(_bits(more | equal))

    def within(self, first: int, last: int) -> Counts:
        """Return the counts of the windows ``first`` up to ``last`` only."""
        area = (1 << max(last, first)) - (1 << first)
        return Counts(tuple(plane & area for plane in self.planes), self.windows)

    def best(self, limit: int) -> list[int]:
        """Return up to ``limit`` windows with the highest counts, best first, leaving out those with none.

        Ties go to the later one: a passage inside one block is also counted in the window before it.
        """
        found: dict[int, None] = {}
        count = self.highest()
        while count > 0 and len(found) < limit:
            found |= dict.fromkeys(reversed(self.at_least(count)))
            count = min(count - 1, count * 7 // 8)
        return list(found)[:limit]


@dataclass(frozen=True, slots=True)
class BlockIndex:
    """The blocks of a text in which each feature begins, as bits of a number; ``size`` is the length of a block."""

    masks: dict[str, int]
    blocks: int
    size: int

    def counts(self, features: Iterable[str], *, longest: int) -> Counts:
        """Count features (as often as given) in all windows that can contain ``longest`` characters."""
        width = max(longest - 2, 0) // self.size + 2
        planes: list[int] = []
        for feature in features:
            _add(planes, _spread(self.masks.get(feature, 0), width))
        return Counts(tuple(planes), self.blocks)

    def stretches_with_all(self, features: Iterable[str], *, longest: int) -> Iterator[tuple[int, int]]:
        """Yield the spans that can contain a passage of ``longest`` characters with all the features."""
        width = max(longest - 2, 0) // self.size + 2
        common = (1 << self.blocks) - 1
        for feature in features:
            common &= _spread(self.masks.get(feature, 0), width)
            if not common:
                return
            if common.bit_count() <= _FEW:
                break  # checking these is faster than ruling out more of them
        if common.bit_count() * _DENSE > self.blocks:
            yield 0, self.blocks * self.size
        else:
            yield from self.merged(_bits(common), longest=longest)

    def window(self, block: int, *, longest: int) -> tuple[int, int]:
        """Return the span that contains a passage of ``longest`` characters beginning in a block."""
        return block * self.size, (block + 1) * self.size + longest

    def merged(self, blocks: Iterable[int], *, longest: int) -> Iterator[tuple[int, int]]:
        """Yield the spans that contain passages beginning in these blocks, in order, merged where they overlap."""
        start = end = -1
        for block in blocks:
            if block * self.size > end:
                if end > 0:
                    yield start, end
                start = block * self.size
            end = (block + 1) * self.size + longest
        if end > 0:
            yield start, end


def index_grams(text: str) -> BlockIndex:
    """Index every k-gram of a text by the block in which it begins."""
    masks: dict[str, int] = {}
    size = _block_size(text)
    blocks = -(-len(text) // size)
    for number in range(blocks):
        block = text[number * size : (number + 1) * size + GRAM - 1]
        for gram in set(grams_of(block)):
            masks[gram] = masks.get(gram, 0) | 1 << number
    return BlockIndex(masks, blocks, size)


def index_words(text: str) -> BlockIndex:
    """Index every word and figure of a text by the block in which it begins."""
    masks: dict[str, int] = {}
    size = _block_size(text)
    for match in WORD.finditer(text):
        word = match[0]
        masks[word] = masks.get(word, 0) | 1 << match.start() // size
    return BlockIndex(masks, -(-len(text) // size), size)


def grams_of(text: str) -> list[str]:
    """Return the k-grams of a text in order, including repetitions."""
    return [text[start : start + GRAM] for start in range(len(text) - GRAM + 1)]


def _block_size(text: str) -> int:
    return max(_BLOCK, -(-len(text) // _MOST_BLOCKS))


def _add(planes: list[int], carry: int) -> None:
    """Add one to the counters of all windows whose bit is set."""
    for place, plane in enumerate(planes):
        planes[place], carry = plane ^ carry, plane & carry
        if not carry:
            return
    if carry:
        planes.append(carry)


def _spread(mask: int, width: int) -> int:
    """Return a mask with each bit set also in the ``width - 1`` places below it, by doubling: width may be large."""
    covered = 1
    while covered < width and mask:
        step = min(covered, width - covered)
        mask |= mask >> step
        covered += step
    return mask


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
