"""The port knows only ``core``, and a failed call is an error that the operator can act on."""

from __future__ import annotations

import grimp
import pytest

from loanproof.chat import ChatFailure, FailureKind
from loanproof.core import OutsideError


def test_the_port_imports_only_core() -> None:
    graph = grimp.build_graph("loanproof", cache_dir=None)
    modules = graph.find_descendants("loanproof.chat") | {"loanproof.chat"}
    imported = {one for module in modules for one in graph.find_modules_directly_imported_by(module)} - modules
    assert imported == {"loanproof.core"}


@pytest.mark.parametrize("kind", FailureKind)
def test_a_failed_call_says_what_happened_and_leaves_the_run_incomplete(kind: FailureKind) -> None:
    failure = ChatFailure(kind, "the judge did not answer within 60 s.", hint="Raise timeout_s.")
    assert isinstance(failure, OutsideError)
    assert failure.kind is kind
    assert str(failure) == "the judge did not answer within 60 s. Raise timeout_s."
    assert failure.exit_code == 3
