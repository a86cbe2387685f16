"""The same question in two cases: both say that it can be answered, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loanproof.cases import load_suite
from loanproof.core import FormatError

if TYPE_CHECKING:
    from tests.cases.conftest import Folder

ANSWERED = "id: Q-1\ncapability: qa\ndocument: deal.txt\nquestion: Who is the agent?\nexpected: {facts: [{any: [a]}]}\n"
REFUSED = (
    "id: Q-2\ncapability: qa\ndocument: deal.txt\nquestion: who is  the agent\n"
    "expected: {answerable: false, topic: the agent}\n"
)


def test_a_question_that_is_answered_here_and_refused_there_is_a_mistake(folder: Folder) -> None:
    folder.write("cases/a.yaml", ANSWERED)
    file = folder.write("cases/b.yaml", REFUSED)
    with pytest.raises(FormatError) as caught:
        load_suite(folder.path)
    [problem] = caught.value.problems
    assert (problem.file, problem.line) == (file, 4)
    assert problem.message.startswith("Q-2: Q-1 asks the same")


@pytest.mark.parametrize(
    ("old", "new"),
    [("document: deal.txt", "document: other.txt"), ("who is  the agent", "who is the auditor")],
)
def test_another_document_or_question_may_be_answered_otherwise(old: str, new: str, folder: Folder) -> None:
    folder.write("documents/other.txt", "Another agreement.")
    folder.write("cases/a.yaml", ANSWERED)
    folder.write("cases/b.yaml", REFUSED.replace(old, new))
    assert len(load_suite(folder.path).cases) == 2
