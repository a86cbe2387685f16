"""Mistakes of authors: each has a message with the right file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loanproof.cases import load_suite
from loanproof.core import Capability, FileError, FileModel, FormatError, Problem, Whole, load_yaml, validate_yaml

if TYPE_CHECKING:
    from tests.cases.conftest import Folder

MARK = "# !"


class Mistake(FileModel):
    """What an author wrote, and what must be said about it."""

    name: str
    capability: Capability
    says: str
    text: str
    head_line: Whole | None = None


class Mistakes(FileModel):
    """The whole file."""

    mistakes: tuple[Mistake, ...]


MISTAKES = validate_yaml(Mistakes, load_yaml(Path(__file__).with_name("mistakes.yaml"))).mistakes


def case_text(mistake: Mistake) -> str:
    document = "" if mistake.capability is Capability.TASK else "document: deal.txt\n"
    return f"id: X-1\ncapability: {mistake.capability}\n{document}{mistake.text}"


def line_of(mistake: Mistake, text: str) -> int:
    if mistake.head_line is not None:
        return mistake.head_line
    [line] = [number for number, line in enumerate(text.split("\n"), start=1) if line.endswith(MARK)]
    return line


def problems(folder: Folder) -> tuple[Problem, ...]:
    with pytest.raises(FormatError) as caught:
        load_suite(folder.path)
    return caught.value.problems


def problems_if_any(folder: Folder) -> tuple[Problem, ...]:
    try:
        load_suite(folder.path)
    except FormatError as error:
        return error.problems
    return ()


def test_the_table_is_as_long_as_promised() -> None:
    assert len({mistake.name for mistake in MISTAKES}) >= 60


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_named_with_its_file_and_line(mistake: Mistake, folder: Folder) -> None:
    text = case_text(mistake)
    file = folder.write("cases/deep/one.yaml", text)
    [problem] = problems(folder)
    assert (problem.file, problem.line) == (file, line_of(mistake, text))
    assert mistake.says in f"{problem.message} {problem.hint}"


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_in_a_list_of_cases_the_line_is_that_of_the_whole_file(mistake: Mistake, folder: Folder) -> None:
    good = "- {id: OK-1, capability: task, task: Add.}\n"
    text = good + "".join(
        ("- " if at == 0 else "  ") + line + "\n" for at, line in enumerate(case_text(mistake).rstrip("\n").split("\n"))
    )
    file = folder.write("cases/list.yaml", text)
    [problem] = problems(folder)
    line = mistake.head_line + 1 if mistake.head_line is not None else line_of(mistake, text)
    assert (problem.file, problem.line) == (file, line)


SUITES = [
    ("id: s\n", 1, "version is missing"),
    ("version: 1\n", 1, "id is missing"),
    ("id: s\nversion: 1\nrepeat: 3\n", 3, "Did you mean 'repeats'?"),
    ("id: s\nversion: 1\nrepeats: 0\n", 3, "repeats"),
    ("id: s\nversion: 1\nrepeats: many\n", 3, "must be a whole number"),
    ("id: s\nversion: 1\nvariance_sensitive: no\n", 3, "must be true or false"),
    ("id: s\nversion: 1\ngates: []\n", 3, "gates"),
    ("id: s\nversion: 1\ngates: [contract, speed]\n", 3, "gates.1"),
    ("id: s\nversion: 1\ngates: [rubric]\n", 3, "contract is obligatory"),
    ("id: s\nversion: 1\ncapabilities: []\n", 3, "must have at least one item"),
    ("id: s\nversion: 1\ncapabilities: [extract]\n", 3, "capabilities.0"),
    ("id: s\nversion: 1\nstandard: eval-standards\n", 3, "is not a version of eval-standards"),
    ("id: s\nversion: 1\nstandard: evaluation-rubric@1.0\n", 3, "a version of eval-standards"),
    ("id: s\nversion: 1\nrubric: eval-standards@1.0\n", 3, "a version of evaluation-rubric"),
    ("id: s\nversion: 1\nthresholds: {pass_rate: 0}\n", 3, "unknown key 'thresholds'"),
    ("- id: s\n", 1, "the file"),
    ("id: [s\n", 2, "not YAML"),
    ("id: a b\nversion: 1\n", 1, "cannot be an id"),
]


@pytest.mark.parametrize(("text", "line", "says"), SUITES, ids=[says for _, _, says in SUITES])
def test_a_mistake_in_the_file_of_the_suite_is_named(text: str, line: int, says: str, folder: Folder) -> None:
    file = folder.write("suite.yaml", text)
    folder.write(
        "cases/a.yaml", "id: Q\ncapability: qa\ndocument: deal.txt\nquestion: q\nexpected: {facts: [{any: [a]}]}\n"
    )
    [problem] = problems(folder)
    assert (problem.file, problem.line) == (file, line)
    assert says in f"{problem.message} {problem.hint}"


def test_a_suite_of_tasks_whose_only_gates_are_those_of_the_contract_is_refused(folder: Folder) -> None:
    file = folder.write("suite.yaml", "id: s\nversion: 1\ngates: [contract]\n")
    folder.write("cases/a.yaml", "{id: T, capability: task, task: Add.}\n")
    [problem] = problems(folder)
    assert (problem.file, problem.line, problem.hint) == (file, 3, "Write gates: [rubric].")
    assert problem.message == "gates: none of these applies, because the suite has no loan capability."


QA = "question: q\nexpected: {facts: [{any: [a]}]}\n"
FILES = [
    ("just text\n", 1, "a case is a mapping"),
    ("", 1, "a case is a mapping"),
    ("- just text\n", 1, "a case is a mapping"),
    ("id: a\n", 1, "capability is missing"),
    ("id: a\ncapability: extract\n", 2, "capability 'extract' is unknown"),
    ("id: a\ncapability: [qa]\n", 2, "is unknown"),
    ("id: a/b\ncapability: task\ntask: t\n", 1, "cannot be an id"),
    ("capability: task\ntask: t\n", 1, "id is missing"),
    ("id: a\ncapability: task\ntask: ''\n", 3, "task"),
    ("id: a\n---\nid: b\n", 2, "a second document"),
    ("id: a\ncapability: qa\ndocument: ../secret.txt\n" + QA, 3, "leads out"),
    ("id: a\ncapability: qa\ndocument: /etc/passwd\n" + QA, 3, "leads out"),
    ("id: a\ncapability: qa\ndocument: none.pdf\n" + QA, 3, "there is no document 'none.pdf'"),
    ("id: a\ncapability: qa\ndocument: " + "n" * 400 + "\n" + QA, 3, "there is no document 'nnn"),
    ("id: a\ncapability: qa\ndocuments:\n  - deal.txt\n  - none.pdf\n" + QA, 5, "there is no document"),
    ("id: a\ncapability: qa\ndocuments:\n  - deal.txt\n  - deal.txt\n" + QA, 5, "listed twice"),
    ("id: a\ncapability: qa\n" + QA, 1, "either a document or documents"),
    (
        "id: a\ncapability: qa\ndocument: deal.txt\nquestion: q\nexpected:\n  facts: [root]\n",
        6,
        "facts.0: must be keys with",
    ),
    ("id: a\ncapability: qa\ndocument: deal.txt\nquestion: q\nexpected:\n  facts: root\n", 6, "facts: must be a list"),
]


@pytest.mark.parametrize(("text", "line", "says"), FILES, ids=[says for _, _, says in FILES])
def test_a_mistake_about_the_whole_case_is_named(text: str, line: int, says: str, folder: Folder) -> None:
    file = folder.write("cases/a.yaml", text)
    [problem] = problems(folder)
    assert (problem.file, problem.line) == (file, line)
    assert says in problem.message


def test_a_mistake_names_its_case_and_the_nearest_right_word(folder: Folder) -> None:
    folder.write(
        "cases/a.yaml", "- {id: A-1, capability: QA, question: q}\n- {id: A-2, capability: task, task: t, tsk: t}\n"
    )
    folder.write("cases/b.yaml", "id: B-1\ncapability: qa\ndocument: Deal.TXT\n" + QA)
    folder.write("cases/c.yaml", "{id: [C], capability: nothing}\n")
    told = [(one.message, one.hint or "") for one in problems(folder)]
    assert [message.partition(" ")[0] for message, _ in told] == ["A-1:", "A-2:", "B-1:", "capability"]
    assert told[0][1].startswith("Did you mean qa? Write one of: ")
    assert told[2][1] == "Did you mean 'deal.txt'?"
    assert told[3][1].startswith("Write one of: ")


def test_a_document_that_is_a_link_out_of_the_suite_is_refused(
    folder: Folder, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("another client") / "deal.txt"
    outside.write_text("The Margin is 2.50 per cent.")
    file = Path(folder.write("cases/a.yaml", "id: a\ncapability: qa\ndocument: link.txt\n" + QA))
    link = file.parents[1] / "documents" / "link.txt"
    link.symlink_to(outside)
    [problem] = problems(folder)
    assert (problem.line, problem.message) == (3, "a: the document 'link.txt' is a link that leads out of the suite.")
    link.unlink()
    link.symlink_to("deal.txt")
    assert load_suite(file.parents[1]).cases


LINES = [
    ("{", "not one JSON value"),
    ("[1]", "a case is a mapping"),
    ('{"id": "b", "id": "c"}', "appears twice"),
    ('{"id": "b", "capability": "task", "task": "t", "weight": NaN}', "not finite"),
    ('{"id": "b", "capability": "task", "task": "t", "weight": true}', "must be a number"),
    ('{"id": "b", "capability": "task", "task": "t", "wieght": 1}', "unknown key 'wieght'"),
    ('{"id": "a", "capability": "task", "task": "t"}', "the id 'a' is taken"),
]


@pytest.mark.parametrize(("line", "says"), LINES, ids=[says for _, says in LINES])
def test_a_mistake_in_a_line_of_many_is_named(line: str, says: str, folder: Folder) -> None:
    file = folder.write("cases/many.jsonl", '{"id": "a", "capability": "task", "task": "t"}\n\n' + line + "\n")
    [problem] = problems(folder)
    assert (problem.file, problem.line) == (file, 3)
    assert says in problem.message


def test_lines_that_are_not_utf8_are_named(folder: Folder) -> None:
    file = Path(folder.write("cases/many.jsonl", ""))
    file.write_bytes(b'{"id": "a", "capability": "task", "task": "t"}\n\xe9')
    [problem] = problems(folder)
    assert (problem.file, problem.line, problem.message) == (str(file), 2, "the text is not UTF-8.")


def test_an_id_that_stands_in_two_files_names_both_places(folder: Folder) -> None:
    first = folder.write("cases/a.yaml", "# first\nid: same\ncapability: task\ntask: t\n")
    second = folder.write("cases/b.yaml", "capability: task\ntask: t\nid: same\n")
    [problem] = problems(folder)
    assert (problem.file, problem.line) == (second, 3)
    assert f"{first}:2" in problem.message


def test_the_problems_of_all_files_are_reported_together(folder: Folder) -> None:
    files = [
        folder.write("suite.yaml", "id: s\nversion: 1\nx: 1\n"),
        folder.write("cases/a.yaml", "id: a\ncapability: task\n"),
        folder.write("cases/b.yaml", "id: [\n"),
        folder.write("cases/c.jsonl", "{\n}\n"),
    ]
    assert [problem.file for problem in problems(folder)] == [*files, files[-1]]


def test_a_folder_without_a_suite_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="loanproof init"):
        load_suite(tmp_path)


WORDS = st.sampled_from(
    "expected fields borrower margin tenor value state citations page section quote scope derivable conflict tranches "
    "label also covenants name type waiver period flags cross_default present jurisdiction terms term finding gap "
    "question facts any answerable document documents weight tags amendment effective_date condition rows".split()
)
DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["absent", "deal.txt", "x", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=6),
    max_leaves=25,
)


@given(data=st.dictionaries(WORDS, DATA, max_size=6), capability=st.sampled_from(Capability))
def test_any_data_is_a_case_or_problems_with_their_line(
    data: dict[str, object], capability: Capability, shared_folder: Folder
) -> None:
    written = json.dumps({"id": "a", "capability": capability.value, **data})
    file = shared_folder.write("cases/any.jsonl", "\n" + written)
    found = problems_if_any(shared_folder)
    assert all((problem.file, problem.line) == (file, 2) for problem in found)
    assert all(problem.message.isprintable() for problem in found)
