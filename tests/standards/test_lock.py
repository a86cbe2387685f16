"""No protected leaf can change, come or go without being refused by its name."""

from __future__ import annotations

import copy as copies
import json
from typing import TYPE_CHECKING, Any

import pytest

from loanproof.core import FileError, FormatError, StandardRefused, load_yaml
from loanproof.standards import find_folder, inspect_standard, list_folders, load_standard, read_standard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.standards.conftest import Copy, MakeCopy

REFS = ("eval-standards@1.0+r1", "evaluation-rubric@1.0+r1")
HASHES = {
    "eval-standards@1.0+r1": "sha256:af9858aa056a5d2ccf28186fcbaf7a0cc302788223d4c4e928069ef2b6dcc4a2",
    "eval-standards@1.0+r2": "sha256:2ac57e42f48d127dd7f033bea4178c0c9ad704e97dc2eecc2f13e8446a9debc5",
    "evaluation-rubric@1.0+r1": "sha256:54f752e55ee1479c4388ffffc2d71fa5ce5d4d3e97f93297e2d889884f468c6d",
}
PARTS = [(ref, part) for ref in REFS for part in load_standard(ref).content]


def refusal(made: Copy) -> StandardRefused:
    with pytest.raises(StandardRefused) as caught:
        read_standard(made.ref, made.folder)
    return caught.value


def leaves(data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every leaf, found here without the code under test."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    if not pairs or not data:
        yield path
    else:
        for key, value in pairs:
            yield from leaves(value, (*path, key))


def holder_of(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path[:-1]:
        data = data[step]
    return data


def changed(value: object) -> object:
    return f"{value}x" if isinstance(value, str) else ["x"] if value == [] else "x"


@pytest.mark.parametrize("ref", HASHES)
def test_the_published_versions_have_the_hash_they_were_published_with(ref: str) -> None:
    assert load_standard(ref).hash == HASHES[ref]


@pytest.mark.parametrize("ref", REFS)
def test_an_unchanged_copy_loads_also_when_only_its_layout_differs(copy: MakeCopy, ref: str) -> None:
    made = copy(ref)
    made.edit(lambda data: None)
    assert read_standard(made.ref, made.folder).hash == HASHES[ref]


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize(("ref", "part"), PARTS)
def test_every_protected_leaf_that_is_changed_is_refused_by_its_path(copy: MakeCopy, ref: str, part: str) -> None:
    made = copy(ref)
    original: Any = load_yaml(made.main).data
    ways = list(leaves(original[part], (part,)))
    assert ways
    for way in ways:
        data = copies.deepcopy(original)
        holder = holder_of(data, way)
        holder[way[-1]] = changed(holder[way[-1]])
        made.main.write_text(json.dumps(data))
        messages = [problem.message for problem in refusal(made).problems[1:]]
        path = ".".join(map(str, way))
        assert any(message.startswith(f"{path}: ") for message in messages), path


@pytest.mark.sampled(one_of=3)
@pytest.mark.parametrize(("ref", "part"), PARTS)
def test_every_protected_leaf_that_is_removed_is_refused_by_its_path(copy: MakeCopy, ref: str, part: str) -> None:
    made = copy(ref)
    original: Any = load_yaml(made.main).data
    for way in leaves(original[part], (part,)):
        data = copies.deepcopy(original)
        holder = holder_of(data, way)
        if isinstance(holder, list) and way[-1] != len(holder) - 1:
            continue  # the items behind it would move up: that is a change, tested above
        del holder[way[-1]]
        made.main.write_text(json.dumps(data))
        message = str(refusal(made))
        assert f"{'.'.join(map(str, way))}: " in message
        assert "-> (nothing)" in message


@pytest.mark.parametrize(("ref", "part"), PARTS)
def test_a_leaf_that_is_added_is_refused_by_its_path(copy: MakeCopy, ref: str, part: str) -> None:
    made = copy(ref)
    made.edit(lambda data: data[part].update(zz_added="9"))
    assert f"{part}.zz_added: (nothing) -> 9" in str(refusal(made))


def test_a_part_that_is_added_is_refused(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda data: data.update(extra={"a": "1"}))
    assert "extra.a: (nothing) -> 1" in str(refusal(made))


def test_a_figure_written_with_another_digit_count_is_a_change(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda data: data["thresholds"]["tier1"].update(value="0.700"))
    assert "thresholds.tier1.value: 0.70 -> 0.700" in str(refusal(made))


def test_a_null_and_the_word_null_are_not_the_same(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda data: data["identity"].update(base="null"))
    assert "identity.base: null -> 'null'" in str(refusal(made))


def test_a_line_break_in_a_changed_leaf_does_not_break_the_message(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda data: data["tiers"]["1"].update(name="Deal\ncritical\x1b[31m"))
    assert refusal(made).problems[1].message == r"tiers.1.name: Deal-critical -> 'Deal\ncritical\x1b[31m'"


def test_a_main_file_that_is_no_mapping_is_refused(copy: MakeCopy) -> None:
    made = copy()
    made.main.write_text("- a\n")
    with pytest.raises(FormatError, match="must be a mapping of parts"):
        read_standard(made.ref, made.folder)


def test_the_refusal_is_one_sentence_then_one_line_a_difference_with_its_place(copy: MakeCopy) -> None:
    made = copy()
    text = made.main.read_text(encoding="utf-8")
    assert text.count("value: 0.85\n") == 1
    line = text[: text.index("value: 0.85\n")].count("\n") + 1
    made.main.write_text(text.replace("value: 0.85\n", "value: 0.80\n"), encoding="utf-8")
    first, second = refusal(made).problems
    assert first.message == "eval-standards@1.0 was changed without a new version."
    assert first.hint is not None
    assert "publish" in first.hint
    assert second.message == "thresholds.capability_score.value: 0.85 -> 0.80"
    assert (second.file, second.line) == (str(made.main), line)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("strict evaluation judge", "kind evaluation judge", 1),
        ("{{task}}", "{{ task }}", 14),
        ('"rationale": "<= 80 words"', '"rationale": "<= 90 words"', 29),
        ("RUBRIC\n", "RUBRIC\r\n", 3),
    ],
)
def test_a_changed_line_of_the_judge_template_is_refused_with_its_line(
    copy: MakeCopy, old: str, new: str, line: int
) -> None:
    made = copy("evaluation-rubric@1.0")
    path = made.folder / "judge-template.txt"
    content = path.read_bytes()
    assert content.count(old.encode()) == 1
    path.write_bytes(content.replace(old.encode(), new.encode()))
    problem = refusal(made).problems[1]
    assert (problem.file, problem.line) == (str(path), line)
    assert problem.message.startswith(f"judge-template.{line}: ")


def test_a_line_feed_after_the_last_brace_of_the_template_is_refused(copy: MakeCopy) -> None:
    made = copy("evaluation-rubric@1.0")
    path = made.folder / "judge-template.txt"
    path.write_bytes(path.read_bytes() + b"\n")
    assert "judge-template.31: (nothing) -> " in str(refusal(made))


def test_a_template_that_is_missing_or_not_utf_8_is_an_error(copy: MakeCopy) -> None:
    made = copy("evaluation-rubric@1.0")
    path = made.folder / "judge-template.txt"
    path.write_bytes(b"\xff")
    with pytest.raises(FormatError, match="not UTF-8"):
        read_standard(made.ref, made.folder)
    path.unlink()
    with pytest.raises(FileError, match="cannot be read"):
        read_standard(made.ref, made.folder)


def test_a_standard_without_its_main_file_is_an_error(copy: MakeCopy) -> None:
    made = copy()
    made.main.unlink()
    with pytest.raises(FileError, match="cannot be read"):
        read_standard(made.ref, made.folder)


def test_a_standard_without_a_lock_is_refused(copy: MakeCopy) -> None:
    made = copy()
    made.lock.unlink()
    assert "no lock that can be read" in str(refusal(made))


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"standard": "eval-standards@1.0"}', "\x00", "[" * 9999])
def test_a_lock_that_is_no_lock_is_refused(copy: MakeCopy, content: str) -> None:
    made = copy()
    made.lock.write_text(content)
    assert "is not a lock" in str(refusal(made))


def test_the_lock_of_another_standard_is_refused(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda lock: lock.update(standard="eval-standards@0.9"), "lock.json")
    assert "that of 'eval-standards@0.9'" in str(refusal(made))


def test_a_leaf_edited_in_file_and_lock_alike_is_refused(copy: MakeCopy) -> None:
    made = copy()
    path = "thresholds.capability_score.value"
    made.edit(lambda data: data["thresholds"]["capability_score"].update(value="0.80"))
    made.edit(lambda lock: lock["parts"]["thresholds"]["leaves"].update({path: "0.80"}), "lock.json")
    assert "part 'thresholds' does not hash to" in str(refusal(made))


@pytest.mark.parametrize("change", ["sha256", "hash", "without a part"])
def test_a_lock_that_does_not_fit_itself_is_refused(copy: MakeCopy, change: str) -> None:
    made = copy()
    edits = {
        "sha256": lambda lock: lock["parts"]["tiers"].update(sha256="sha256:0"),
        "hash": lambda lock: lock.update(hash="sha256:0"),
        "without a part": lambda lock: lock["parts"].pop("tiers"),
    }
    made.edit(edits[change], "lock.json")
    assert "the lock of eval-standards@1.0 was edited" in str(refusal(made))


def test_a_changed_ruling_text_loads_and_is_reported(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda rulings: rulings[3].update(why="a better reason"), "rulings.yaml")
    assert read_standard(made.ref, made.folder).ruling("A-04").why == "a better reason"
    inspection = inspect_standard(made.ref, made.folder)
    assert inspection.changed_rulings == ("A-04",)
    assert inspection.differences == ()


def test_an_added_ruling_and_a_removed_one_are_reported(copy: MakeCopy) -> None:
    made = copy()
    made.edit(lambda rulings: rulings.append({**rulings[0], "id": "A-99"}), "rulings.yaml")
    made.edit(lambda rulings: rulings.pop(0), "rulings.yaml")
    assert inspect_standard(made.ref, made.folder).changed_rulings == ("A-01", "A-99")


@pytest.mark.parametrize("ref", REFS)
def test_our_own_versions_are_intact(ref: str) -> None:
    folders = dict(list_folders())
    parsed = load_standard(ref).ref
    assert folders[parsed] == find_folder(parsed)
    inspection = inspect_standard(parsed, folders[parsed])
    assert (inspection.differences, inspection.changed_rulings) == ((), ())


def test_a_key_with_a_full_stop_is_refused_because_two_paths_would_look_alike(copy: MakeCopy, tmp_path: Path) -> None:
    made = copy()
    made.edit(lambda data: data["hallucination"]["causes"].update({"a.b": "c"}))
    with pytest.raises(FormatError, match=r"'a\.b' has a full stop"):
        read_standard(made.ref, made.folder)
