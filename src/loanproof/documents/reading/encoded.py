"""Encoded files inside text files (base64, uuencode): unreadable for a person, and never treated as text."""

from __future__ import annotations

import re

from loanproof.core import FileError

_UU_BEGIN = re.compile(r"begin(?:-base64)? [0-7]{3,4} \S.{0,200}")
_UU_END = frozenset({"end", "====", "`"})
_BASE64 = re.compile(r"(?=[^a-z]{0,59}[a-z])(?=[^A-Z]{0,59}[A-Z])(?=[^0-9]{0,59}[0-9])[A-Za-z0-9+/_-]{60,}={0,2}")
_FEWEST_LINES = 4  # fewer lines are a key or a checksum
_LONG = 400  # characters of a line that is a whole file
_MOST = 0.5  # share of a text; above it there is nothing else to read


def take_out_encoded(text: str, sign: str) -> str:
    """Return a text with a sign on its own line in place of each file that is encoded in it.

    A text that is mostly encoded raises :class:`FileError` without a file name.
    """
    kept: list[str] = []
    block: list[str] = []  # lines that look encoded, until there are enough of them to be sure
    taken = 0
    in_uu = False
    lines = text.split("\n")
    for number, line in enumerate((*lines, "")):
        stripped = line.strip()
        is_encoded = number < len(lines) and (
            in_uu or _UU_BEGIN.fullmatch(stripped) is not None or _BASE64.fullmatch(stripped) is not None
        )
        if is_encoded:
            in_uu = (in_uu or _UU_BEGIN.fullmatch(stripped) is not None) and stripped not in _UU_END
            block.append(line)
            continue
        if len(block) >= _FEWEST_LINES or any(len(one) > _LONG for one in block):
            taken += sum(map(len, block))
            kept.append("\f" * sum(one.count("\f") for one in block) + sign)
        else:
            kept += block
        block = []
        kept.append(line)
    if taken > _MOST * len(text):
        problem = "the file holds another file, written in letters (base64 or uuencode), not text."
        raise FileError(problem, hint="Decode it and submit the file that it holds.")
    return "\n".join(kept[:-1])
