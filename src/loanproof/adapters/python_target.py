"""A Python function as the system under test: one argument, the question; it returns the answer."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from loanproof.adapters.answers import failed, read_answer, write_question
from loanproof.core import UsageError

if TYPE_CHECKING:
    from loanproof.runs import Answer, Json, Question, TargetIdentity


def load_function(name: str) -> Callable[[Mapping[str, Json]], Any]:
    """Return the function that ``module:function`` names, or raise :class:`UsageError`.

    Modules of the current folder are found too, as with ``python -m``; an installed one of the same name wins.
    """
    module_name, found, function_name = name.rpartition(":")
    if not found:
        raise UsageError(f"{name!r} names no function.", hint="Write module:function.")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        function = getattr(import_module(module_name), function_name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(
            f"{name!r} cannot be loaded: {error}.", hint="Is the module in this folder, or installed?"
        ) from error
    except (Exception, SystemExit) as error:  # a module may raise anything; an exit must not end us with its code
        raise UsageError(f"{name!r} cannot be loaded: it raised {_told(error)}") from error
    if not callable(function):
        raise UsageError(f"{name!r} is not a function.")
    loaded: Callable[[Mapping[str, Json]], Any] = function
    return loaded


class PythonTarget:
    """Calls a function, plain ones in threads. Implements :class:`loanproof.runs.Target`.

    A plain function that takes too long is given up, not ended: Python cannot end a thread.
    """

    def __init__(
        self, function: Callable[[Mapping[str, Json]], Any], *, identity: TargetIdentity, timeout_s: float
    ) -> None:
        self._function = function
        self._identity = identity
        self._timeout_s = timeout_s
        self._threads = ThreadPoolExecutor(identity.concurrency, thread_name_prefix="target")

    @property
    def identity(self) -> TargetIdentity:
        """Who this is."""
        return self._identity

    async def ask(self, question: Question) -> Answer:
        """Call the function; what it raises is an answer that there is none."""
        sent = write_question(question)
        began = perf_counter()
        try:
            async with asyncio.timeout(self._timeout_s):
                returned = await self._call(sent)
        except TimeoutError:
            why = f"no answer within {self._timeout_s:g} s."
            return failed("timeout", why, elapsed_ms=_since(began), timed_out=True)
        except (KeyboardInterrupt, asyncio.CancelledError):
            raise
        except BaseException as error:  # the user's code may raise anything, sys.exit(0) too, and a run must outlive it
            return failed("raised", f"the function raised {_told(error)}", elapsed_ms=_since(began))
        elapsed_ms = _since(began)
        try:
            text = returned if isinstance(returned, str) else json.dumps(returned)
        except Exception as error:  # a mapping of the user's own may raise anything too
            return failed("protocol", f"what the function returned is no JSON: {_told(error)}.", elapsed_ms=elapsed_ms)
        return read_answer(text, question, elapsed_ms=elapsed_ms)

    async def _call(self, sent: Mapping[str, Json]) -> Any:
        if inspect.iscoroutinefunction(self._function):
            return await self._function(sent)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._function, sent)

    async def close(self) -> None:
        """Let the threads go; one that still works is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _told(error: BaseException) -> str:
    """Return the type and the words of an error; one that cannot even say what it is has no words."""
    try:
        words = " ".join(str(error).split())[:300]
    except Exception:  # the user's own __str__ may raise anything
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _since(began: float) -> float:
    return (perf_counter() - began) * 1000
