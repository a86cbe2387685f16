"""The plan of a run: every case in every repeat, each sample keyed by its content, not by its position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from loanproof.cases import DocumentCase, QaCase, TaskCase
from loanproof.core import FileError, StandardRef, digest_bytes, digest_data
from loanproof.runs.target_port import Question, QuestionDocument

if TYPE_CHECKING:
    from loanproof.cases import Case, Suite
    from loanproof.core import Capability
    from loanproof.runs.target_port import TargetIdentity


def house_standard(ref: str) -> str | None:
    """Return the contract to tell a target about: a house's own, and ``None`` for any revision of ours."""
    return None if StandardRef.parse(ref).house is None else ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which cases a run covers; empty means all. A run of part of a suite is never released."""

    case_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    capabilities: tuple[Capability, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return not (self.case_ids or self.tags or self.capabilities)

    def takes(self, case: Case) -> bool:
        """Whether a case is selected."""
        return (
            (not self.case_ids or case.id in self.case_ids)
            and (not self.tags or bool(set(self.tags) & set(case.tags)))
            and (not self.capabilities or case.capability in self.capabilities)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSample:
    """One question to ask, and the key that its answer is stored under."""

    key: str
    question: Question


class Plan:
    """Every sample of a run, by case and then by repeat; questions are built lazily.

    The key of a sample is the digest of what the target sees of the case, its documents, the target with its prompt and
    parameters, and the repeat. What is expected is not part of it: better gold needs no new answers.

    Args:
        suite: The suite with the cases.
        target: The target to ask.
        repeats: The repeats; recorded answers determine their own.
        selection: Which cases; all of them by default.
    """

    def __init__(
        self, suite: Suite, target: TargetIdentity, *, repeats: int | Sequence[int], selection: Selection | None = None
    ) -> None:
        self.suite = suite
        self.target = target
        self.selection = selection or Selection()
        self.repeats = tuple(range(1, repeats + 1)) if isinstance(repeats, int) else tuple(repeats)
        self.cases: tuple[Case, ...] = tuple(one.case for one in suite.cases if self.selection.takes(one.case))

    @property
    def is_whole(self) -> bool:
        """Whether every case of the suite is asked."""
        return self.selection.is_whole

    def __len__(self) -> int:
        return len(self.cases) * len(self.repeats)

    def __iter__(self) -> Iterator[PlannedSample]:
        return self.without(())

    def without(self, kept: Collection[tuple[str, int]]) -> Iterator[PlannedSample]:
        """Yield the samples except some, given by case and repeat; skipping them is cheap."""
        for case in self.cases:
            repeats = [repeat for repeat in self.repeats if (case.id, repeat) not in kept]
            if not repeats:
                continue
            question = self._question(case)
            seen = self._seen(question)
            for repeat in repeats:
                asked = question if repeat == question.repeat else replace(question, repeat=repeat)
                yield PlannedSample(key=_key(seen, repeat), question=asked)

    @cached_property
    def digest(self) -> str:
        """The digest of all keys: plans with equal digests ask the same questions of the same target."""
        total = sha256()
        for case in self.cases:
            seen = self._seen(self._question(case))
            for repeat in self.repeats:
                total.update(_key(seen, repeat).encode())
        return f"sha256:{total.hexdigest()}"

    def _question(self, case: Case) -> Question:
        names = case.document_names if isinstance(case, DocumentCase) else ()
        return Question(
            case_id=case.id,
            repeat=1,
            capability=case.capability,
            documents=tuple(QuestionDocument(name=name, path=self.suite.document_path(name)) for name in names),
            question=case.question if isinstance(case, QaCase) else None,
            task=case.task if isinstance(case, TaskCase) else None,
            provided_context=case.provided_context if isinstance(case, TaskCase) else None,
            as_of=case.as_of if isinstance(case, DocumentCase) else None,
            standard=house_standard(self.suite.settings.standard) if isinstance(case, DocumentCase) else None,
            params=self.target.generation_params,
        )

    def _seen(self, question: Question) -> str:
        """Return the digest of what the target sees of a case, computed once per case."""
        if question.case_id not in self._digests_of_cases:
            self._digests_of_cases[question.case_id] = self._digest_seen(question)
        return self._digests_of_cases[question.case_id]

    def _digest_seen(self, question: Question) -> str:
        asked = [question.case_id, question.capability, question.question, question.task, question.provided_context]
        # answers to all other questions keep their keys
        asked += [one for one in (question.as_of, question.standard) if one is not None]
        documents = [[one.name, self._document_digest(one)] for one in question.documents]
        return digest_data([self._target_digest, asked, documents])

    @cached_property
    def _target_digest(self) -> str:
        target = self.target
        return digest_data(
            {
                "target": [target.name, target.kind, target.model_id, target.model_version, target.content_digest],
                "prompt": [target.prompt_template_id, target.prompt_template_version_or_hash],
                "params": sorted([name, repr(value)] for name, value in target.generation_params.items()),
            }
        )

    @cached_property
    def _digests_of_cases(self) -> dict[str, str]:
        return {}

    @cached_property
    def _digests(self) -> dict[str, str]:
        return {}

    def _document_digest(self, document: QuestionDocument) -> str:
        if document.name not in self._digests:
            try:
                content = document.path.read_bytes()
            except OSError as error:
                why = f"the document cannot be read: {error.strerror}."
                raise FileError(why, file=document.path, hint="Check the documents folder of the suite.") from error
            self._digests[document.name] = digest_bytes(content)
        return self._digests[document.name]


def _key(seen: str, repeat: int) -> str:
    return digest_bytes(f"{seen} {repeat}".encode())
