"""What is found out about a short text once: the same names, quotes and questions come again with every output."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

_SHORT = 1000  # characters; longer ones are rarely asked for again, and would fill the memory
_MOST = 1024

P = ParamSpec("P")
V = TypeVar("V")


def once_for_short(read: Callable[Concatenate[str, P], V]) -> Callable[Concatenate[str, P], V]:
    """Return a function that keeps its last answers about short texts.

    It must depend on its arguments alone, and nobody may change what it returns.
    """
    kept = lru_cache(maxsize=_MOST)(read)

    @wraps(read)
    def answer(text: str, /, *args: P.args, **kwargs: P.kwargs) -> V:
        return kept(text, *args, **kwargs) if len(text) <= _SHORT else read(text, *args, **kwargs)  # type: ignore[arg-type]  # what is hashed is checked when it is called

    return answer
