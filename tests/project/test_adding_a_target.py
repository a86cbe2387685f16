"""The guide to adding a kind of target: one module and one line, and a gateway that checks every signature answers."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from aiohttp import web

from loanproof.adapters import load_kind, targets_schema
from loanproof.adapters.registry import MODULES
from loanproof.core import Capability, FormatError
from loanproof.runs import Answer, Question
from loanproof.standards import load_contract, load_rubric
from loanproof.wiring import TargetResolver, build_target

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "extending.md").read_text(encoding="utf-8")
SECTION = GUIDE.partition("## Adding a kind of target")[2].partition("\n## ")[0]
MODULE, LINE = re.findall(r"^```py\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
[TARGETS] = re.findall(r"^```yaml\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
QUESTION = Question(case_id="T-1", repeat=1, capability=Capability.TASK, task="Add 2 and 2.")
SECRET = "a secret of the tests"  # noqa: S105 - it opens nothing


@pytest.fixture
def resolver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TargetResolver:
    """Add the module of the guide beside the others, and its line to the registry, while a test lasts."""
    path = tmp_path / "signed_gateway.py"
    path.write_text(MODULE, encoding="utf-8")
    [(name, module_name)] = re.findall(r'"(\w+)": "(\w+)",', LINE)
    full_name = f"loanproof.adapters.{module_name}"
    spec = spec_from_file_location(full_name, path)
    assert isinstance(spec, ModuleSpec)
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, full_name, module)
    spec.loader.exec_module(module)
    monkeypatch.setitem(MODULES, name, module_name)
    monkeypatch.setenv("GATEWAY_SECRET", SECRET)
    (tmp_path / "targets.yaml").write_text(TARGETS, encoding="utf-8")
    return TargetResolver(
        suite_folder=tmp_path,
        standard=load_contract("eval-standards@1.0+r2"),
        rubric=load_rubric("evaluation-rubric@1.0"),
    )


def test_every_attempt_is_signed_by_itself_and_answered(resolver: TargetResolver) -> None:
    seen: list[tuple[str, bytes]] = []

    async def gateway(request: web.Request) -> web.Response:
        body = await request.read()
        seen.append((request.headers["X-Time"], body))
        wanted = hmac.digest(SECRET.encode(), request.headers["X-Time"].encode() + body, "sha256").hex()
        if request.headers["X-Signature"] != wanted:
            return web.Response(status=403)
        return web.Response(status=503) if len(seen) == 1 else web.json_response({"answer": "4"})

    async def ask() -> Answer:
        app = web.Application()
        app.router.add_post("/ask", gateway)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        text = TARGETS.replace(":8000/", f":{port}/") + "    retries: {first_s: 0}\n"
        (resolver.suite_folder / "targets.yaml").write_text(text, encoding="utf-8")
        target = build_target("house", resolver)
        answer = await target.ask(QUESTION)
        await target.close()
        await runner.cleanup()
        return answer

    answer = asyncio.run(ask())
    assert json.loads(str(answer.output)) == {"answer": "4"}
    assert answer.calls == 2
    assert [json.loads(body)["task"] for _, body in seen] == ["Add 2 and 2."] * 2


def test_what_the_kind_says_of_itself_goes_into_the_manifest(resolver: TargetResolver) -> None:
    identity = build_target("house", resolver).identity
    assert (identity.kind, identity.model_version, identity.prompt_template_id) == ("gateway", "2026.11", "none")
    assert SECRET not in repr(identity)


def test_the_schema_and_the_errors_know_its_options(resolver: TargetResolver) -> None:
    assert {"release", "secret_env"} <= set(targets_schema()["$defs"]["GatewayOptions"]["properties"])
    text = TARGETS.replace("release:", "realease:")
    (resolver.suite_folder / "targets.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=r"targets\.yaml:6: unknown key 'realease'.*Did you mean 'release'"):
        build_target("house", resolver)


@pytest.mark.parametrize("name", MODULES)
def test_every_kind_has_the_name_that_the_registry_gives_it(name: str) -> None:
    kind = load_kind(name)
    assert kind.name == name
    assert not kind.place or kind.place in kind.options.model_fields
