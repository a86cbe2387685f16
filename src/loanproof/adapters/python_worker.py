"""The process that a user's function runs in: it loads the function and answers questions, one line of JSON each.

It is started as a script and imports nothing of Loanproof, so whatever the user's code does affects only this process.
The code's prints go to standard error, because standard output carries the answers.
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
    """Load what the first line names, report the result, and answer every line that follows."""
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
    """Return the function with the file of its code, or nothing with a sentence that says why not."""
    module_name, _, function_name = name.rpartition(":")
    try:
        function = getattr(import_module(module_name), function_name)
    except (ImportError, AttributeError, ValueError) as error:
        return None, {"missing": _told(error)}
    except BaseException as error:  # a module may raise anything, even an exit
        return None, {"raised": _told(error)}
    if not callable(function):
        return None, {"missing": "it is not a function"}
    return function, {"file": getattr(getattr(function, "__code__", None), "co_filename", None)}


def _answer(function: Any, question: object, runner: asyncio.Runner) -> dict[str, str]:
    try:
        returned = function(question)
        if inspect.iscoroutine(returned):
            returned = runner.run(returned)
    except BaseException as error:  # the user's code may raise anything, even sys.exit(0)
        return {"raised": _told(error)}
    try:
        return {"returned": returned if isinstance(returned, str) else json.dumps(returned)}
    except Exception as error:  # the user's own mapping type may raise anything too
        return {"unwritable": _told(error)}


def _say(answers: IO[str], told: object) -> None:
    answers.write(json.dumps(told) + "\n")
    answers.flush()


def _told(error: BaseException) -> str:
    """Return the type and message of an error; the message is empty if it cannot be formatted."""
    try:
        words = " ".join(str(error).split())[:_LONGEST]
    except Exception:  # the user's own __str__ may raise anything
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


if __name__ == "__main__":
    main()
