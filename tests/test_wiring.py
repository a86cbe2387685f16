"""From a name to something that answers: pins, keys and defaults are settled before the first call."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from loanproof.adapters import PromptTemplate
from loanproof.core import UsageError
from loanproof.standards import load_contract, load_rubric
from loanproof.wiring import TargetResolver, build_judge, build_target

if TYPE_CHECKING:
    from loanproof.runs import TargetIdentity

WRITTEN = """\
targets:
  house: {kind: openai, model: m, version: "7", base_url: "http://127.0.0.1:9/v1", api_key_env: HOUSE_KEY,
          params: {max_tokens: 64}, prompt_template: {id: house-prompt, version: "3"}}
  web: {kind: http, url: "http://127.0.0.1:9/ask", version: "2"}
judges:
  strict: {kind: anthropic, model: j, version: reported}
  odd: {kind: http, url: "http://127.0.0.1:9"}
"""


@pytest.fixture
def resolver(tmp_path: Path) -> TargetResolver:
    (tmp_path / "targets.yaml").write_text(WRITTEN)
    return TargetResolver(
        suite_folder=tmp_path,
        standard=load_contract("eval-standards@1.0+r1"),
        rubric=load_rubric("evaluation-rubric@1.0"),
    )


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "a key of the tests")


def identity_of(name: str, resolver: TargetResolver) -> TargetIdentity:
    return build_target(name, resolver).identity


def test_a_named_target_brings_its_own_parameters_and_the_rubric_brings_the_rest(
    resolver: TargetResolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSE_KEY", "secret")
    found = identity_of("house", resolver)
    assert (found.name, found.kind, found.model_id, found.model_version) == ("house", "openai", "openai/m", "7")
    assert (found.prompt_template_id, found.prompt_template_version_or_hash) == ("house-prompt", "3")
    assert found.generation_params == {"temperature": 0.0, "top_p": 1.0, "max_tokens": 64, "seed": 42}
    assert not found.is_floating
    assert "secret" not in repr(found)


def test_a_key_that_is_not_set_is_named_and_nothing_else(
    resolver: TargetResolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSE_KEY", raising=False)
    with pytest.raises(UsageError, match="HOUSE_KEY is not set"):
        build_target("house", resolver)


def test_a_public_service_is_not_called_without_its_key(
    resolver: TargetResolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(UsageError, match=r"OPENAI_API_KEY is not set.*base_url in targets"):
        build_target("openai:m@1", resolver)
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    with pytest.raises(UsageError, match="ANTHROPIC_API_KEY is not set"):
        build_judge("strict", resolver)


def test_a_function_of_the_current_folder_is_found(
    resolver: TargetResolver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model_of_the_house.py").write_text("def answer(question):\n    return 'none'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    assert identity_of("python:model_of_the_house:answer", resolver).kind == "python"


@pytest.mark.parametrize("key", ["se\ncret", "secret\n", " secret", "s\u00e9cret", "secret\x7f"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(
    resolver: TargetResolver, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("HOUSE_KEY", key)
    with pytest.raises(UsageError, match="HOUSE_KEY holds no key that can be sent") as caught:
        build_target("house", resolver)
    assert key.strip() not in str(caught.value)


@pytest.mark.parametrize(
    "name", ["openai:m", "openai:m@latest", "openai:m@LATEST", "anthropic:latest@1", "http:http://x"]
)
def test_a_floating_model_is_refused_unless_it_is_allowed(name: str, resolver: TargetResolver) -> None:
    with pytest.raises(UsageError, match="no pinned version"):
        build_target(name, resolver)
    allowed = replace(resolver, allow_floating=True)
    assert identity_of(name, allowed).is_floating


def test_code_that_is_at_hand_pins_itself(resolver: TargetResolver) -> None:
    found = identity_of("python:tests.adapters.programs:echo", resolver)
    assert found.model_version is not None
    assert found.model_version.startswith("sha256:")
    script = shlex.quote(str(Path(__file__)))
    assert identity_of(f"command:python {script}", resolver).model_version is not None


def test_a_name_that_nobody_knows_lists_those_that_are_known(resolver: TargetResolver) -> None:
    with pytest.raises(UsageError, match=r"there is no target 'baselin'.*Did you mean baseline\?"):
        build_target("baselin", resolver)
    with pytest.raises(UsageError, match=r"there is no target 'hause'.*Did you mean house\?.*house, web"):
        build_target("hause", resolver)


def test_a_judge_is_a_chat_model(resolver: TargetResolver) -> None:
    judge = build_judge("strict", resolver)
    assert (judge.info.model_id, judge.info.version) == ("anthropic/j", "reported")
    with pytest.raises(UsageError, match="cannot judge"):
        build_judge("odd", resolver)


def test_recorded_outputs_are_not_asked(resolver: TargetResolver, tmp_path: Path) -> None:
    allowed = replace(resolver, allow_floating=True)
    with pytest.raises(UsageError, match="cannot be asked"):
        build_target("replay:old.jsonl", allowed)


def test_a_system_must_say_which_prompt_it_uses_or_that_it_has_none(resolver: TargetResolver) -> None:
    second = replace(resolver, standard=load_contract("eval-standards@1.0+r2"))
    name = "python:tests.adapters.programs:echo"
    with pytest.raises(UsageError, match=r"does not say which prompt.*--prompt-template ID@VERSION\|none"):
        build_target(name, second)
    for written, told in {"qa@7": ("qa", "7"), "none": ("none", "none")}.items():
        found = identity_of(name, replace(second, prompt_template=PromptTemplate.parse(written)))
        assert (found.prompt_template_id, found.prompt_template_version_or_hash) == told
    with pytest.raises(UsageError, match="'qa' names no prompt template"):
        PromptTemplate.parse("qa")
