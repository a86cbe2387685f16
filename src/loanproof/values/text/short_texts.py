"""A cache for results about short texts: the same names, quotes and questions come with every output."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

_SHORT = 1000  # characters; longer texts are rarely repeated and would fill the cache
_MOST = 1024

P = ParamSpec("P")
V = TypeVar("V")


def once_for_short(read: Callable[Concatenate[str, P], V]) -> Callable[Concatenate[str, P], V]:
    """Cache a function's results for short texts.

    The function must depend only on its arguments, and its results must not be changed by anybody.
    """
    kept = lru_cache(maxsize=_MOST)(read)

    @wraps(read)
    def answer(text: str, /, *args: P.args, **kwargs: P.kwargs) -> V:
        if len(text) > _SHORT:
            return read(text, *args, **kwargs)
        return kept(text, *args, **kwargs)  # type: ignore[arg-type]  # what is hashed is checked when it is called

    return answer
