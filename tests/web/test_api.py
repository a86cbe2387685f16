"""What programs read: typed, described, and whatever a generator sends, never a fault of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from tests.web.conftest import Stored
from tests.web.served import Client

from loanproof.runs import ResultCase
from loanproof.web.api.description import describe
from loanproof.web.app import ENDPOINTS, FILES, STEPS


def read(client: Client, path: str) -> Any:
    answer = client.get(path)
    assert answer.status == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return json.loads(answer.body)


def test_runs_are_given_page_by_page(client: Client, stored: Stored) -> None:
    first = read(client, "/api/runs?limit=1")
    rest = read(client, f"/api/runs?limit=1&began={first['next_began']}&after={first['next_after']}")
    told = [one["run_id"] for page in (first, rest) for one in page["runs"]]
    assert sorted(told) == sorted((stored.good_run, stored.bad_run))  # in one second any order is right
    assert rest["next_after"] is None


def test_a_run_has_its_verdict_and_whether_it_was_decided_again(client: Client, stored: Stored) -> None:
    told = read(client, f"/api/runs/{stored.bad_run}")
    assert told["checked"] is True
    assert told["changed"] is None
    assert "hallucination_rate" in told["result"]["verdict"]["failed_gates"]


def test_cases_and_gates_are_given_as_the_result_has_them(client: Client, stored: Stored) -> None:
    told = read(client, f"/api/runs/{stored.bad_run}/cases?limit=2")
    assert len(told["cases"]) == 2
    one = ResultCase.model_validate(read(client, f"/api/runs/{stored.bad_run}/cases/Q-1/2"))
    assert one.hallucination
    assert read(client, f"/api/runs/{stored.bad_run}/gates/hallucination_rate")["gate"]["broken_by"] == ["Q-1"]


def test_two_runs_are_compared_and_standards_are_read(client: Client, stored: Stored) -> None:
    told = read(client, f"/api/compare?before={stored.good_run}&after={stored.bad_run}")
    assert told["comparison"]["regression"] is True
    [name] = [one for one in read(client, "/api/standards")["standards"] if one == "eval-standards@1.0+r2"]
    assert any(one["id"] == "C-17" for one in read(client, f"/api/standards/{name}")["rulings"])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/runs/none", 404),
        ("/api/runs?limit=1000", 400),
        ("/api/runs?limit=x", 400),
        ("/api/compare", 400),
        ("/api/standards/..%2F..", 404),
        ("/api/nothing", 404),
    ],
)
def test_what_cannot_be_answered_is_said_as_data(client: Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status == status
    assert json.loads(answer.body)["problems"][0]["message"]


def test_every_address_is_described(client: Client) -> None:
    told = read(client, "/api/openapi.json")
    described = {(path, method) for path, methods in told["paths"].items() for method in methods}
    reading = {(one.path, "get") for one in ENDPOINTS}
    assert described == reading | {(one.path, "post") for one in STEPS} | {(one.path, "post") for one in FILES}
    named = [operation["operationId"] for methods in told["paths"].values() for operation in methods.values()]
    assert len(set(named)) == len(named)
    assert "ResultCase" in told["components"]["schemas"]


schema = schemathesis.openapi.from_dict(describe(ENDPOINTS, STEPS, FILES))


@schema.parametrize()
@settings(
    max_examples=12, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
def test_whatever_a_generator_sends_is_never_a_fault_of_ours(case: schemathesis.Case[Any], port: int) -> None:
    found = case.call(base_url=f"http://127.0.0.1:{port}")
    assert found.status_code < 500, (case.as_curl_command(), found.text[:500])
