"""Earlier lint results: nothing is checked again if case, documents, contract and rules are the same.

The key is a digest of everything that decides the result, so an entry is never out of date. Line numbers are relative
to the case: a case that only moved in its file is not checked again.
"""

from __future__ import annotations

import json
import shutil
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof import __version__
from loanproof.cases.case import DocumentCase
from loanproof.cases.linting.report import CaseLint, LintProblem, Severity
from loanproof.core import Problem, code_hash, digest_bytes, digest_data, lexicon_hash
from loanproof.documents import truth_digest

if TYPE_CHECKING:
    from loanproof.cases.linting.terms import KnownTerms
    from loanproof.cases.suite import LocatedCase, Suite
    from loanproof.documents import Cache
    from loanproof.standards import EvalStandard


class RememberedLints:
    """Cached lint results for the cases of a suite; without a cache nothing is remembered."""

    def __init__(self, suite: Suite, standard: EvalStandard, known: KnownTerms, cache: Cache | None) -> None:
        self._suite = suite
        self._cache = cache
        self._rules = [
            "check", __version__, lexicon_hash(), code_hash(), standard.hash, shutil.which("tesseract") is not None,
            sorted(known.terms or ()),
        ]  # fmt: skip
        self._digest = once(self._digest_file)

    def find(self, located: LocatedCase) -> CaseLint | None:
        """Return the earlier result for a case with the same inputs."""
        content = None if self._cache is None else self._cache.read(self._key(located))
        return None if content is None else _parse(content, located, self._suite)

    def keep(self, located: LocatedCase, lint: CaseLint) -> None:
        """Store the result for a case, unless a rule broke on it."""
        if self._cache is not None and all(one.failure is None for one in lint.problems):
            self._cache.save(self._key(located), _write(lint, located))

    def _key(self, located: LocatedCase) -> str:
        start, source = located.line_of(), located.source
        lines = sorted([str(step) for step in path] + [str(line - start)] for path, line in source.lines.items())
        names = located.case.document_names if isinstance(located.case, DocumentCase) else ()
        documents = [[name, *self._digest(name)] for name in names]
        deal = None if located.deal is None else located.deal.model_dump(mode="json")
        return digest_data([self._rules, source.data, lines, documents, deal])

    def _digest_file(self, name: str) -> tuple[str | None, str | None]:
        """Return digests of a document and of its truth file, including page texts."""
        path = self._suite.document_path(name)
        try:
            return digest_bytes(path.read_bytes()), truth_digest(path)
        except OSError:
            return None, None


def _write(lint: CaseLint, located: LocatedCase) -> bytes:
    problems = [_written(one, located) for one in lint.problems]
    return json.dumps({"problems": problems, "citations": lint.citations}).encode()


def _written(one: LintProblem, located: LocatedCase) -> dict[str, Any]:
    """Return a problem as plain data; a note on a document has no line."""
    problem = one.problem
    is_own = problem.file == located.file
    return {
        "severity": one.severity,
        "message": problem.message,
        "document": None if is_own or problem.file is None else Path(problem.file).name,
        "line": None if problem.line is None else problem.line - located.line_of(),
        "hint": problem.hint,
    }


def _parse(content: bytes, located: LocatedCase, suite: Suite) -> CaseLint | None:
    """Return a stored result, or ``None`` if the entry is damaged."""
    try:
        kept: Any = json.loads(content)
        problems = tuple(_problem(one, located, suite) for one in kept["problems"])
        return CaseLint(problems=problems, citations=int(kept["citations"]))
    except (ValueError, KeyError, TypeError):
        return None


def _problem(kept: Any, located: LocatedCase, suite: Suite) -> LintProblem:
    line, document = kept["line"], kept["document"]
    problem = Problem(
        message=kept["message"],
        file=located.file if document is None else str(suite.document_path(document)),
        line=None if line is None else line + located.line_of(),
        hint=kept["hint"],
    )
    case_id = located.case.id if document is None else None
    return LintProblem(severity=Severity(kept["severity"]), problem=problem, case_id=case_id)
