"""The process that a user's function runs in: it loads the function and answers questions, one line of JSON each.

It is started as a script and imports nothing of Loanproof, so whatever the user's code does to its process, it does to
this one. What the code prints goes to standard error: standard output is the way back.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import sys
from importlib import import_module
from typing import IO, Any

_LONGEST = 300


def main() -> None:
    """Load what the first line names, say how that went, and answer every line that follows."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    first = json.loads(questions.readline())
    sys.path[:] = first["path"]
    function, told = _load(first["function"])
    _say(answers, told)
    if function is None:
        return
    with asyncio.Runner() as runner:
        for line in questions:
            _say(answers, _answer(function, json.loads(line), runner))


def _load(name: str) -> tuple[Any, dict[str, str | None]]:
    """Return the function with the file that its code is in, or nothing with the sentence that says why not."""
    module_name, _, function_name = name.rpartition(":")
    try:
        function = getattr(import_module(module_name), function_name)
    except (ImportError, AttributeError, ValueError) as error:
        return None, {"missing": _told(error)}
    except BaseException as error:  # a module may raise anything, an exit too
        return None, {"raised": _told(error)}
    if not callable(function):
        return None, {"missing": "it is not a function"}
    return function, {"file": getattr(getattr(function, "__code__", None), "co_filename", None)}


def _answer(function: Any, question: object, runner: asyncio.Runner) -> dict[str, str]:
    try:
        returned = function(question)
        if inspect.iscoroutine(returned):
            returned = runner.run(returned)
    except BaseException as error:  # the user's code may raise anything, sys.exit(0) too
        return {"raised": _told(error)}
    try:
        return {"returned": returned if isinstance(returned, str) else json.dumps(returned)}
    except Exception as error:  # a mapping of the user's own may raise anything too
        return {"unwritable": _told(error)}


def _say(answers: IO[str], told: object) -> None:
    answers.write(json.dumps(told) + "\n")
    answers.flush()


def _told(error: BaseException) -> str:
    """Return the type and the words of an error; one that cannot even say what it is has no words."""
    try:
        words = " ".join(str(error).split())[:_LONGEST]
    except Exception:  # the user's own __str__ may raise anything
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


if __name__ == "__main__":
    main()
