"""Targets by name and by short form, and what is wrong with a file of them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from loanproof.adapters import load_targets, parse_short_form
from loanproof.adapters.http_target import HttpOptions
from loanproof.core import FileError, FormatError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

WRITTEN = """\
targets:
  house-model:
    kind: openai
    model: our-model
    version: "2026-10-01"
    base_url: http://127.0.0.1:8000/v1
    api_key_env: HOUSE_KEY
    prompt_template: {id: house-prompt, version: "3"}
    timeout_s: 60
    concurrency: 16
    requests_per_minute: null
    params: {temperature: 0, top_p: 1, max_tokens: 1024, seed: 42}
judges:
  house-judge: {kind: openai, model: our-judge, version: "2026-10-01", base_url: http://127.0.0.1:8001/v1}
"""


def write(folder: Path, text: str) -> Path:
    (folder / "targets.yaml").write_text(text)
    return folder


def test_the_published_example_is_read(tmp_path: Path) -> None:
    file = load_targets(write(tmp_path, WRITTEN))
    target, judge = file.targets["house-model"], file.judges["house-judge"]
    assert (target.kind, target.model, target.version) == ("openai", "our-model", "2026-10-01")
    assert (target.timeout_s, target.concurrency, target.params.seed) == (Decimal(60), 16, 42)
    assert (target.params.temperature, target.params.max_tokens) == (Decimal(0), 1024)
    assert (judge.model, judge.params.seed) == ("our-judge", None)


def test_without_a_file_there_are_no_named_targets(tmp_path: Path) -> None:
    assert load_targets(tmp_path).targets == {}


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"other\.yaml"):
        load_targets(tmp_path, tmp_path / "other.yaml")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("targets:\n  a:\n    kind: openapi\n    model: m\n", 3, "kind"),
        ("targets:\n  a:\n    kind: openai\n", 2, "model is missing"),
        ("targets:\n  a:\n    kind: http\n    model: m\n", 2, "url is missing"),
        ("targets:\n  a:\n    kind: openai\n    model: m\n    api_key: secret\n", 5, "api_key_env"),
        ("targets:\n  a:\n    kind: openai\n    model: m\n    api_key_env: 'sk-1 2'\n", 5, "api_key_env"),
        ("targets:\n  a:\n    kind: openai\n    model: m\n    timeout_s: 0\n", 5, "timeout_s"),
        ("targets:\n  a:\n    kind: openai\n    model: m\n    concurrency: 0\n", 5, "concurrency"),
        ("targets:\n  a:\n    kind: openai\n    model: m\n    params: {temperature: warm}\n", 5, "temperature"),
        ("targets:\n  a:\n    kind: http\n    url: file:///etc/passwd\n", 4, "url: must be an address"),
        ("targets:\n  a:\n    kind: http\n    url: 'http://'\n", 4, "url: must be an address"),
        ("targets:\n  a:\n    kind: http\n    url: http://[::1\n", 4, "url: must be an address"),
        ("targets:\n  a:\n    kind: http\n    url: 'http://a b/'\n", 4, "url: must be an address"),
        ("targets:\n  a:\n    kind: http\n    url: http://127.0.0.1:99999/\n", 4, "url: must be an address"),
        ("targets:\n  a:\n    kind: openai\n    model: m\n    base_url: ftp://x/\n", 5, "base_url: must be an address"),
        ("target:\n  a: {}\n", 1, "Did you mean 'targets'"),
        ("targets:\n  a: http\n", 2, "a: must be keys with their values ({key: value}), not 'http'"),
        ("targets:\n  a:\n    kind: python\n    function: m:f\n    url: http://h/\n", 5, "unknown key 'url'"),
    ],
)
def test_each_mistake_names_its_line_and_what_to_write(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        load_targets(write(tmp_path, text))
    assert f"targets.yaml:{line}:" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("name", "key", "value", "version"),
    [
        ("openai:gpt-x@2026-01-01", "model", "gpt-x", "2026-01-01"),
        ("openai:org/model:tag@v2", "model", "org/model:tag", "v2"),
        ("anthropic:claude", "model", "claude", None),
        ("http:http://127.0.0.1:8000/ask", "url", "http://127.0.0.1:8000/ask", None),
        ("http://127.0.0.1:8000/ask", "url", "http://127.0.0.1:8000/ask", None),
        ("python:pkg.mod:answer", "function", "pkg.mod:answer", None),
        ("command:./answer --fast", "program", "./answer --fast", None),
        ("replay:runs/old.jsonl", "file", "runs/old.jsonl", None),
    ],
)
def test_a_short_form_says_all_that_it_can(name: str, key: str, value: str, version: str | None) -> None:
    entry = parse_short_form(name)
    assert entry is not None
    assert (entry.kind, getattr(entry, key), entry.version) == (name.partition(":")[0], value, version)


@pytest.mark.parametrize("name", ["house-model", "baseline:x", "openai", "llm:x", "", "Openai:x"])
def test_a_plain_name_is_no_short_form(name: str) -> None:
    assert parse_short_form(name) is None


def test_the_baseline_is_named_by_its_kind_alone() -> None:
    entry = parse_short_form("baseline")
    assert entry is not None
    assert entry.kind == "baseline"


@pytest.mark.parametrize("name", ["openai:", "http:", "openai:@v1", "replay:"])
def test_a_short_form_without_a_place_is_the_users_error(name: str) -> None:
    with pytest.raises(UsageError, match="does not say which"):
        parse_short_form(name)


@pytest.mark.parametrize(
    "line",
    [
        "api_key_env: sk-SECRET-1",
        "url: http://me:SECRET@127.0.0.1/ask",
        "url: http://SECRET@127.0.0.1/ask",
        "url: http://127.0.0.1/ask?api_key=SECRET",
        "url: http://127.0.0.1/ask?v=1&access-token=SECRET",
        "api_key: SECRET",
    ],
)
def test_a_secret_in_the_file_is_refused_and_never_said_aloud(tmp_path: Path, line: str) -> None:
    place = "" if line.startswith("url") else "    url: http://127.0.0.1/ask\n"
    with pytest.raises(FormatError) as caught:
        load_targets(write(tmp_path, f"targets:\n  a:\n    kind: http\n{place}    {line}\n"))
    assert "SECRET" not in str(caught.value)
    assert "api_key_env" in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        "http:http://me:SECRET@127.0.0.1/ask",
        "http:file:///SECRET",
        "http:http://h/?token=SECRET",
        "http:SECRET",
        "http://",
    ],
)
def test_a_short_form_that_cannot_be_asked_is_refused_without_quoting_it(name: str) -> None:
    with pytest.raises(UsageError, match="the target http:… cannot be asked: url must ") as caught:
        parse_short_form(name)
    assert "SECRET" not in str(caught.value)


def test_an_address_with_a_harmless_question_is_taken() -> None:
    entry = parse_short_form("http:https://h.example:8443/ask?api-version=2&monkey=1")
    assert isinstance(entry, HttpOptions)
    assert entry.url == "https://h.example:8443/ask?api-version=2&monkey=1"


def test_a_bare_address_with_encryption_is_of_kind_http() -> None:
    entry = parse_short_form("https://models.bank.example/ask")
    assert isinstance(entry, HttpOptions)
    assert (entry.kind, entry.url) == ("http", "https://models.bank.example/ask")
