"""Our rulings have revisions of their own: the contract stays 1.0, and each revision stays what it was."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from loanproof.core import FormatError, StandardRef, StandardRefused
from loanproof.standards import (
    compare_parts,
    find_folder,
    inspect_standard,
    load_base,
    load_contract,
    load_recorded,
    load_standard,
    publish_standard,
    read_standard,
    write_lock,
)

if TYPE_CHECKING:
    from pathlib import Path

R1, R2 = "eval-standards@1.0+r1", "eval-standards@1.0+r2"
TOUCHING = {f"C-{number}" for number in (16, 22, *range(31, 38))}
FROZEN = {
    "contract.yaml": "edc8dfe989e553b5056fa5e72ed650dddbf934c000862d4837d5ee1e88bc1766",
    "rulings.yaml": "00c758f8bbdd32f057e47679b05dc74e661eab377217c83d3765764a97b3a8c2",
    "lock.json": "f001881b50e0172a9a6b1bb16e4485b9f4f73946f18fe639822ce52d35f529b3",
}
CHANGES = """\
identity: {name: eval-standards, version: 1.2+acme, title: Ours, date: 2026-11-02, base: BASE, approved_by: [A. Tan]}
thresholds: {capability_score: {value: 0.90}}
"""


def write_changes(tmp_path: Path, text: str, version: str = "1.2+acme") -> Path:
    folder = tmp_path / "eval-standards" / version
    folder.mkdir(parents=True)
    (folder / "changes.yaml").write_text(text)
    return folder


@pytest.mark.parametrize("file", FROZEN)
def test_revision_1_stays_byte_for_byte(file: str) -> None:
    content = (find_folder(StandardRef.parse(R1)) / file).read_bytes()
    assert hashlib.sha256(content).hexdigest() == FROZEN[file]


def test_a_version_without_a_revision_means_the_newest_that_is_locked() -> None:
    assert load_standard("eval-standards@1.0") is load_standard(R2)
    assert str(load_standard("evaluation-rubric@1.0").ref) == "evaluation-rubric@1.0+r1"


def test_revision_2_holds_its_rulings_after_those_of_revision_1_and_changes_no_word_of_the_contract() -> None:
    first, second = load_contract(R1), load_contract(R2)
    own = [ruling.id for ruling in second.rulings[len(first.rulings) :]]
    assert second.rulings[: len(first.rulings)] == first.rulings
    assert own == [f"C-{number}" for number in range(16, 38)]
    changed = {found.part for found in compare_parts(first.parts, second.parts)}
    assert changed == {"identity", "parameters"}
    assert load_base(second) is first


def test_the_rulings_that_touch_the_hallucination_policy_say_so() -> None:
    assert {ruling.id for ruling in load_standard(R2).rulings if ruling.touches_hallucination} == TOUCHING


def test_every_ruling_of_revision_2_sets_a_parameter_that_revision_1_keeps_as_it_was() -> None:
    first, second = load_contract(R1), load_contract(R2)
    for ruling in second.rulings[len(first.rulings) :]:
        assert ruling.sets, ruling.id
        assert all(path.startswith("parameters.") for path in ruling.sets), ruling.id
    assert not any(dict(first.parameters.clarifications).values())


def test_a_draft_of_ours_loads_without_a_lock_and_gets_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = tmp_path / "data"
    shutil.copytree(find_folder(StandardRef.parse(R1)).parent, ours / "eval-standards")
    monkeypatch.setattr("loanproof.standards.folders.BUILT_IN", ours)
    folder = ours / "eval-standards" / "1.0+r3"
    folder.mkdir()
    identity = (
        "{name: eval-standards, version: 1.0+r3, title: Ours, date: null, base: '1.0', approved_by: [], draft: true}"
    )
    (folder / "changes.yaml").write_text(f"identity: {identity}\n")
    ref = StandardRef.parse("eval-standards@1.0+r3")
    assert read_standard(ref, folder).identity.draft
    assert inspect_standard(ref, folder).is_draft
    write_lock(folder)
    assert not (folder / "lock.json").exists()


def test_a_result_without_a_revision_is_told_by_its_hash() -> None:
    first, second = load_standard(R1), load_standard(R2)
    assert load_recorded("eval-standards@1.0", first.hash) is first
    assert load_recorded("eval-standards@1.0", second.hash) is second
    assert load_recorded(R1, second.hash) is None
    with pytest.raises(StandardRefused, match="there is no standard"):
        load_recorded("eval-standards@1.1+gone", first.hash)


def test_the_base_of_a_house_is_revision_1_unless_it_names_another(tmp_path: Path) -> None:
    for version, base in (("1.2+acme", "1.0"), ("1.3+acme", "1.0+r1"), ("1.4+acme", "1.0+r2")):
        text = CHANGES.replace("BASE", f"'{base}'").replace("1.2+acme", version)
        standard = publish_standard(write_changes(tmp_path, text, version))
        assert load_base(standard) is load_standard(R2 if base == "1.0+r2" else R1)


def test_a_version_written_as_changes_is_its_base_but_for_them(tmp_path: Path) -> None:
    folder = write_changes(tmp_path, CHANGES.replace("BASE", "'1.0'"))
    published = publish_standard(folder)
    differences = compare_parts(load_standard(R1).parts, published.parts)
    assert [str(one) for one in differences if one.part != "identity"] == [
        "thresholds.capability_score.value: 0.85 -> 0.90"
    ]
    assert published.rulings == load_standard(R1).rulings
    assert (folder / "lock.json").exists()
    text = (folder / "changes.yaml").read_text()
    (folder / "changes.yaml").write_text(text.replace("0.90", "0.80"))
    with pytest.raises(StandardRefused, match=r"thresholds\.capability_score\.value: 0\.90 -> 0\.80"):
        load_standard("eval-standards@1.2+acme", directories=[tmp_path])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CHANGES.replace("BASE", "'0.9'"), r"must name the version of ours that it starts from, not '0\.9'"),
        (CHANGES.replace("BASE", "null"), "must name the version of ours that it starts from, not None"),
        ("[]", "must name the version of ours"),
        (CHANGES.replace("BASE", "'1.0'").replace("[A. Tan]", "[]"), "must name the people who approved it"),
        (CHANGES.replace("BASE", "'1.0'").replace("[A. Tan]", "[A. Tan], draft: true"), "is marked as a draft"),
    ],
)
def test_changes_that_do_not_say_what_they_start_from_or_who_approved_them_are_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    folder = write_changes(tmp_path, text)
    with pytest.raises(StandardRefused, match=message):
        publish_standard(folder)
    assert not (folder / "lock.json").exists()


def test_a_version_that_is_written_twice_is_refused(tmp_path: Path) -> None:
    folder = write_changes(tmp_path, CHANGES.replace("BASE", "'1.0'"))
    (folder / "contract.yaml").write_text("{}")
    with pytest.raises(StandardRefused, match=r"written twice, in changes\.yaml and in contract\.yaml"):
        publish_standard(folder)


def test_a_house_cannot_set_a_figure_that_is_not_built(tmp_path: Path) -> None:
    three = "parameters: {override: {people: 3}}\n"
    folder = write_changes(tmp_path, CHANGES.replace("BASE", "1.0+r2") + three)
    with pytest.raises(FormatError, match=r"override\.people is '3'; only 2 is built"):
        publish_standard(folder)


def test_every_ruling_of_revision_2_is_in_force() -> None:
    switches = load_contract(R2).parameters.clarifications
    assert [name for name in type(switches).model_fields if not getattr(switches, name)] == []


def test_a_house_can_turn_off_a_ruling_that_is_built(tmp_path: Path) -> None:
    off = "parameters: {clarifications: {nothing_said: off}}\n"
    publish_standard(write_changes(tmp_path, CHANGES.replace("BASE", "1.0+r2") + off))
    house = load_contract("eval-standards@1.2+acme", directories=[tmp_path])
    assert load_contract(R2).parameters.clarifications.nothing_said
    assert not house.parameters.clarifications.nothing_said


def test_a_parameter_that_no_ruling_sets_is_refused_in_changes_too(tmp_path: Path) -> None:
    extra = "parameters: {clarifications: {nothing_said: on}}\n"
    folder = write_changes(tmp_path, CHANGES.replace("BASE", "'1.0'") + extra)
    with pytest.raises(FormatError, match=r"no ruling sets 'parameters\.clarifications\.nothing_said'"):
        publish_standard(folder)


def test_a_ruling_of_a_house_stands_after_those_of_its_base(tmp_path: Path) -> None:
    folder = write_changes(tmp_path, CHANGES.replace("BASE", "'1.0'"))
    ruling = {
        "id": "H-01",
        "where": "S1 6",
        "question": "how good is good enough",
        "ruling": "0.90",
        "why": None,
        "sets": ["thresholds.capability_score.value"],
    }
    (folder / "rulings.yaml").write_text(json.dumps([ruling]))
    assert publish_standard(folder).rulings[-1].id == "H-01"
