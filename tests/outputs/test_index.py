"""A file that was looked over before is indexed quickly, and the index finds what a full look finds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loanproof.outputs import index_outputs, load_outputs

if TYPE_CHECKING:
    from pathlib import Path

LINES = (
    json.dumps({"run": {"model_id": "m", "model_version": "1"}}),
    json.dumps({"case_id": "a", "output": {"answer": "ü \u2028 x"}}),
    "",
    json.dumps({"case_id": "a", "repeat": 2, "output": "text", "latency_e2e_ms": 1.5}),
    '{"repeat": 3.0, "output": "a tab\there", "case_id": "b", "strange": [1, {"case_id": "no"}]}',
    json.dumps({"case_id": "c", "repeat": 1, "error": "it broke"}),
)


def test_an_index_finds_the_lines_that_a_full_look_finds(tmp_path: Path) -> None:
    path = tmp_path / "outputs.jsonl"
    path.write_text("\n".join(LINES), encoding="utf-8-sig")
    full, quick = load_outputs(path), index_outputs(path)
    assert list(quick.keys) == list(full.keys) == [("a", 1), ("a", 2), ("b", 3), ("c", 1)]
    assert quick.run == full.run
    assert [quick.record(*key) for key in quick.keys] == [full.record(*key) for key in full.keys]
    assert quick.text("a", 2) == LINES[3]
