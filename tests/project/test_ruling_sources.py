"""What a function reads of a standard is found whichever way it is written."""

from __future__ import annotations

import ast

import pytest
from tools.ruling_sources import names_of_ids, paths_of

METHODS = {"score_of()": {"score"}, "words": {"parameters.clarifications.nothing_said"}}


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ("return standard.parameters.cp.recall_partial", {"parameters.cp.recall_partial"}),
        ("rule = standard.parameters.cp\n    return rule.recall_partial", {"parameters.cp.recall_partial"}),
        ("rule, x = self.a.parameters.cp, 1\n    return rule.recall_partial", {"parameters.cp.recall_partial"}),
        ("return getattr(standard.parameters.illegible, level)", {"parameters.illegible"}),
        ("return standard.contract.fields[name].form", {"fields.*.form"}),
        ("return parameters.refusal.prepositions", {"parameters.refusal.prepositions"}),
        ("return standard.score_of(label)", {"score"}),
        ("return standard.words", {"parameters.clarifications.nothing_said"}),
        ("return result.score_of", set()),
        ("return list(standard.parameters.clarifications)", set()),
        ("return answer.fields.margin", set()),
    ],
)
def test_a_path_is_found_as_it_is_read(body: str, paths: set[str]) -> None:
    (function,) = ast.parse(f"def f(standard):\n    {body}\n").body
    assert isinstance(function, ast.FunctionDef)
    assert paths_of(function, METHODS) == paths


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(): return _RULING", {}),
        ("from pkg.one import _RULING", {"_RULING": {"C-37"}}),
        ("from pkg.one import _RULING as stale", {"stale": {"C-37"}}),
        ("from pkg.three import _RULING", {}),
    ],
)
def test_a_name_means_the_id_of_its_own_module_or_of_the_one_it_comes_from(
    source: str, names: dict[str, set[str]]
) -> None:
    own = {"pkg.one": {"_RULING": frozenset({"C-37"})}, "pkg.two": {"_RULING": frozenset({"A-65"})}}
    assert names_of_ids("pkg.four", ast.parse(source), own) == names
    assert names_of_ids("pkg.two", ast.parse("x = _RULING"), own) == {"_RULING": {"A-65"}}
