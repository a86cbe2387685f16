"""What the documents show works: every Python example runs, every command exists, every link leads somewhere."""

from __future__ import annotations

import json
import re
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name

import click
import pytest
from tests.end_to_end.recorded import REPEATS, change, loanproof, perfect, write_lines
from tests.end_to_end.recorded import make_suite as recorded_suite
from tests.rows import each_row
from tests.runs.small_suite import score_outputs

from loanproof.cases import check_suite, make_suite
from loanproof.cli.app import COMMANDS, main
from loanproof.gates import ReleaseReason

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
ROLE = re.compile(r":[a-z]+:`~?(loanproof(?:\.\w+)+)`")
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")
BASES = (ROOT, ROOT / "src" / "loanproof")
EXAMPLES = [
    (page.relative_to(ROOT), code)
    for page in PAGES
    for language, code in BLOCK.findall(page.read_text(encoding="utf-8"))
    if language == "python"
]


@pytest.mark.parametrize(("page", "code"), EXAMPLES, ids=lambda value: str(value) if isinstance(value, Path) else "")
def test_a_python_example_runs(page: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_suite(Path("my-suite"))  # all that a reader has who ran loanproof init my-suite
    exec(compile(code, str(page), "exec"), {})  # noqa: S102  # the example is ours


def test_the_verdict_at_the_beginning_is_what_score_prints(tmp_path: Path) -> None:
    [shown] = [code for language, code in BLOCK.findall((ROOT / "README.md").read_text("utf-8")) if language == "text"]
    lines = perfect()
    change(lines, "EX-001", REPEATS, {"fields.margin.value": "2.75 per cent. per annum"})
    outputs = write_lines(tmp_path / "outputs.jsonl", lines)
    suite = recorded_suite(tmp_path / "my-suite")
    said = loanproof("score", suite, outputs, "--json", tmp_path / "result.json")
    assert said.exit_code == 4, "a hallucination without a root-cause analysis"
    printed = iter(said.stdout.splitlines())
    assert [line for line in shown.splitlines() if line not in printed] == []


def shown_commands() -> list[tuple[Path, str]]:
    """Return each line of a block without a language that calls the product."""
    return [
        (page.relative_to(ROOT), line.split("#")[0].strip())
        for page in PAGES
        for language, block in BLOCK.findall(page.read_text(encoding="utf-8"))
        if not language
        for line in block.splitlines()
        if line.strip().startswith("loanproof ")
    ]


@each_row(("page", "line"), shown_commands())
def test_a_command_that_is_shown_exists(page: Path, line: str) -> None:
    _, name, *rest = shlex.split(line)
    assert name in COMMANDS, page
    command: click.Command = import_module(f"loanproof.cli.{name}").command
    if isinstance(command, click.Group):
        assert rest[0] in command.commands, page
        command = command.commands[rest[0]]
    known = {option for parameter in command.params for option in parameter.opts}
    assert [word for word in rest if word.startswith("--") and word not in known] == [], page


def test_every_command_is_told_of_somewhere() -> None:
    told = {line.split()[1] for _, line in shown_commands()} | {"demo"}  # make demo calls it
    assert sorted(COMMANDS) == sorted(told)


@each_row("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_that_is_named_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    run = [ROOT / name.replace(".", "/") for name in re.findall(r"python -m ((?:bench|tools)\.\w+)", text)]
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|sh|json))`", text)
    read = [Path(name) for name in named if not any((base / name).exists() for base in BASES)]
    missing = [path for path in run if not (path.with_suffix(".py").exists() or (path / "__main__.py").exists())]
    assert missing + read == []


@pytest.mark.parametrize("reason", ReleaseReason)
def test_the_guide_to_gates_names_every_reason_against_a_release(reason: ReleaseReason) -> None:
    assert reason in (ROOT / "docs" / "guides" / "gating.md").read_text(encoding="utf-8")


def test_every_name_in_a_docstring_exists() -> None:
    sources = sorted((ROOT / "src").rglob("*.py"))
    named = {name for source in sources for name in ROLE.findall(source.read_text(encoding="utf-8"))}
    assert [name for name in sorted(named) if not is_importable(name)] == []


def is_importable(name: str) -> bool:
    """Return whether a module is there, or a name in a module or class."""
    if find_spec(".".join(name.split(".")[:2])) is None:
        return False
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def blocks_of(page: str, language: str) -> list[str]:
    found = BLOCK.findall((ROOT / "docs" / "guides" / page).read_text(encoding="utf-8"))
    return [block for name, block in found if name == language]


@pytest.fixture
def starter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the starter suite in an empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    make_suite(Path("my-suite"))
    return Path("my-suite")


def test_every_case_of_the_guide_to_suites_stands_the_check(starter: Path) -> None:
    settings, *cases = blocks_of("suites.md", "yaml")
    (starter / "suite.yaml").write_text(settings.replace("[extraction, qa]", "[extraction, covenants, bmt, qa, task]"))
    assert len(cases) == 4
    for number, case in enumerate(cases):
        (starter / "cases" / f"guide-{number}.yaml").write_text(case)
    lint = check_suite(starter)
    assert (lint.cases, lint.problems) == (12, ())


def test_the_recorded_answers_of_the_guide_are_right(starter: Path) -> None:
    [lines] = blocks_of("answers.md", "jsonl")
    Path("outputs.jsonl").write_text(lines)
    _, cases = score_outputs(starter, Path("outputs.jsonl"))
    scores = {case.case_id: (case.score, case.findings) for case in cases if case.answered}
    assert scores == {"QA-001": (1.0, ()), "QA-002": (1.0, ()), "BM-001": (1.0, ())}


def test_the_deal_of_the_guide_is_sound_and_its_stale_answers_are_told_as_shown(starter: Path) -> None:
    *documents, sentences = blocks_of("deals.md", "text")
    deal, cases = blocks_of("deals.md", "yaml")
    for name, text in zip(("base", "a1", "a2"), documents, strict=True):
        (starter / "documents" / f"alderwick-{name}.txt").write_text(text)
    (starter / "deals").mkdir()
    (starter / "deals" / "alderwick.yaml").write_text(deal)
    (starter / "cases" / "deals.yaml").write_text(cases)
    settings = (starter / "suite.yaml").read_text()
    (starter / "suite.yaml").write_text(re.sub("standard: .*", "standard: eval-standards@1.0+r2", settings))
    assert [one.severity for one in check_suite(starter).problems] == ["warning"], "what is undecided is said"
    [lines] = blocks_of("deals.md", "jsonl")
    Path("outputs.jsonl").write_text(lines)
    _, scored = score_outputs(starter, Path("outputs.jsonl"))
    found = {case.case_id: case.items[0] for case in scored if case.answered}
    assert {name: (item.label, item.reasons[0].code) for name, item in found.items()} == {
        "DEAL-1": ("fail", "STALE_VALUE"),
        "DEAL-2": ("correct", "EXACT"),
        "DEAL-3": ("fail", "STALE_VALUE"),
    }
    told = [item.reasons[0].message for item in found.values() if item.label == "fail"]
    assert told == sentences.splitlines()


def test_the_twins_of_the_guide_are_sound_and_counted_as_shown(starter: Path) -> None:
    original, twin = blocks_of("twins.md", "text")
    (starter / "documents" / "thorne.txt").write_text(original)
    (starter / "documents" / "thorne-twin.txt").write_text(twin)
    [cases] = blocks_of("twins.md", "yaml")
    (starter / "cases" / "twins.yaml").write_text(cases)
    assert check_suite(starter).problems == ()
    [lines], [shown] = blocks_of("twins.md", "jsonl"), blocks_of("twins.md", "json")
    Path("outputs.jsonl").write_text(lines)
    head, _ = score_outputs(starter, Path("outputs.jsonl"))
    assert {"twins": {fact: found.model_dump() for fact, found in head.twins.items()}} == json.loads(shown)


def test_the_system_of_one_function_in_the_guide_answers(
    starter: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    [module] = blocks_of("answers.md", "py")
    Path("house.py").write_text(module)
    monkeypatch.delitem(sys.modules, "house", raising=False)
    [command] = [line for page, line in shown_commands() if page.name == "answers.md"]
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(command)[1:])
    assert ended.value.code == 1  # one case is not the whole suite
    [row] = [line for line in capfd.readouterr().out.splitlines() if line.startswith("questions score")]
    assert row.split()[2:7] == ["1.0000", "≥", "0.85", "3", "passed"]


def test_a_word_of_the_glossary_means_one_thing() -> None:
    rows = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    words = [row.split("|")[1].strip() for row in rows if row.startswith("| ")][1:]
    assert len(words) > 50
    assert [word for word in words if words.count(word) > 1] == []


@each_row("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
