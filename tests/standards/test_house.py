"""House versions: published once, approved by name, and always compared with the version they start from."""

from __future__ import annotations

import os
import re
import shutil
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.tables import load_table

from loanproof.core import FileError, FormatError, InputError, StandardRefused, UsageError
from loanproof.standards import (
    ENVIRONMENT,
    list_folders,
    load_base,
    load_contract,
    load_standard,
    protected_differences,
    publish_standard,
    write_lock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.standards.conftest import Copy, MakeCopy

REF = "eval-standards@1.1+acme"
REFUSED: list[dict[str, Any]] = load_table(Path(__file__).parent / "refused_flips.yaml")


def directory_of(made: Copy) -> Path:
    return made.folder.parent.parent


def put(data: Any, path: str, value: object) -> None:
    """Set the leaf at a dotted path."""
    *above, last = path.split(".")
    for step in above:
        data = data[step]
    data[last] = value


def stricter(data: Any) -> None:
    data["thresholds"]["capability_score"]["value"] = "0.90"


def test_a_published_house_version_loads_with_its_own_figures(house: MakeCopy) -> None:
    made = house()
    made.edit(stricter)
    published = publish_standard(made.folder)
    loaded = load_contract(REF, directories=[directory_of(made)])
    assert loaded.hash == published.hash != load_standard("eval-standards@1.0+r1").hash
    assert loaded.threshold("capability_score").value == Decimal("0.90")


def test_a_house_version_says_what_differs_from_its_base_and_nothing_else(house: MakeCopy) -> None:
    made = house()
    made.edit(stricter)
    standard = publish_standard(made.folder)
    base = load_base(standard)
    assert base is load_standard("eval-standards@1.0+r1")
    assert base is not None
    differences = [str(found) for found in protected_differences(standard, base)]
    assert differences == ["thresholds.capability_score.value: 0.85 -> 0.90"]


def test_our_own_versions_have_no_base() -> None:
    assert load_base(load_standard("eval-standards@1.0+r1")) is None


def test_publishing_again_changes_nothing(house: MakeCopy) -> None:
    made = house()
    publish_standard(made.folder)
    lock = made.lock.read_bytes()
    publish_standard(made.folder)
    assert made.lock.read_bytes() == lock


def test_a_published_version_that_was_changed_cannot_be_published_again(house: MakeCopy) -> None:
    made = house()
    publish_standard(made.folder)
    lock = made.lock.read_bytes()
    made.edit(stricter)
    with pytest.raises(StandardRefused, match=r"thresholds\.capability_score\.value: 0\.85 -> 0\.90"):
        publish_standard(made.folder)
    assert made.lock.read_bytes() == lock


def test_a_house_version_without_a_lock_does_not_load(house: MakeCopy) -> None:
    made = house()
    with pytest.raises(StandardRefused, match="loanproof standards publish"):
        load_standard(REF, directories=[directory_of(made)])


def test_a_version_without_a_house_name_cannot_be_published(copy: MakeCopy) -> None:
    made = copy(to="1.2")
    with pytest.raises(StandardRefused, match=r"no house name.*1\.2\+house"):
        publish_standard(made.folder)


def test_a_version_that_passes_for_ours_gets_no_lock_by_another_way(copy: MakeCopy) -> None:
    made = copy(to="1.2")
    made.lock.unlink()
    made.edit(lambda data: data["identity"].update(version="1.2"))
    with pytest.raises(StandardRefused, match=r"no house name.*1\.2\+house"):
        write_lock(made.folder)
    assert not made.lock.exists()


def test_a_house_may_not_reuse_the_number_of_a_version_of_ours(house: MakeCopy) -> None:
    made = house(to="1.0+acme")
    with pytest.raises(StandardRefused, match="reuses the number"):
        publish_standard(made.folder)


@pytest.mark.parametrize("flip", REFUSED, ids=lambda flip: f"{flip['path']}: {flip['value']}")
def test_a_house_version_that_contradicts_itself_is_refused_and_gets_no_lock(
    house: MakeCopy, flip: dict[str, Any]
) -> None:
    made = house()
    made.edit(lambda data: put(data, flip["path"], flip["value"]))
    with pytest.raises(InputError, match=re.escape(flip["refused"])) as caught:
        publish_standard(made.folder)
    assert caught.value.problem.file == str(made.main)
    assert not made.lock.exists()


BUILT = [
    ("hallucination.tolerance", "1", "hallucination.tolerance is '1'; only 0 is built, because"),
    ("bmt.silence_is_true_negative", "true", "bmt.silence_is_true_negative is 'true'; only false is built, because"),
    ("confidence.blocks_export", [], "confidence.blocks_export is []; only [LOW] is built, because"),
    ("parameters.quote.window_longest", "2.0", "parameters.quote.window_longest is '2.0'; only 1.5 is built, because"),
    ("provenance.failure_modes.no_support.label", "partial", "only fail is built, because provenance.citation_classes"),
    ("covenants.types.esg", {"meaning": "m", "examples": []}, "only the keys [financial, information, negative, pos"),
]


@pytest.mark.parametrize(("path", "value", "message"), BUILT, ids=[path for path, _, _ in BUILT])
def test_a_house_version_that_sets_what_is_not_built_is_refused_with_what_is(
    house: MakeCopy, path: str, value: object, message: str
) -> None:
    made = house()
    made.edit(lambda data: put(data, path, value))
    with pytest.raises(FormatError, match=re.escape(message)):
        publish_standard(made.folder)
    assert not made.lock.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data["fields"].pop("tenor"), "fields must hold 'tenor', for rulings speak of it by name"),
        (lambda data: data["fields"]["tenor"].update(tier="4"), "names tier 4"),
        (lambda data: data["fields"]["tenor"].update(kind="time"), "fields.tenor.kind"),
        (lambda data: data["score"].update(partial="half"), "score.partial: must be a number"),
        (lambda data: data["score"].update(parcial="0.5"), "Did you mean 'partial'"),
        (lambda data: data.pop("tiers"), "tiers is missing"),
        (lambda data: data["labels"].pop("qa"), "labels must hold"),
        (lambda data: data["bmt"]["jurisdictions"][0].update(benchmark="ABC"), "names 'ABC'"),
        (lambda data: data["parameters"]["quote"].update(not_sufficient="MAYBE"), "citation class 'MAYBE'"),
        (lambda data: data["parameters"]["cp"].update(recall_partial="0.9"), "recall_partial"),
        (lambda data: data["confidence"]["levels"].pop("LOW"), "levels must be HIGH, MEDIUM and LOW"),
    ],
)
def test_a_house_version_that_breaks_the_format_cannot_be_published(
    house: MakeCopy, change: Callable[[Any], object], message: str
) -> None:
    made = house()
    made.edit(change)
    with pytest.raises(FormatError, match=message):
        publish_standard(made.folder)
    assert not made.lock.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rulings: rulings.append(rulings[0]), "the ruling 'A-01' appears twice"),
        (lambda rulings: rulings[0].update(sets=["score.nothing"]), "A-01 sets 'score.nothing', which is not in"),
        (lambda rulings: rulings[3].update(sets=[]), r"no ruling sets 'parameters\.presence\.elsewhere'"),
        (lambda rulings: rulings[0].pop("ruling"), "0.ruling is missing"),
        (lambda rulings: rulings[0].update(hint="x"), "unknown key 'hint'"),
    ],
)
def test_rulings_that_do_not_fit_the_data_are_refused(
    house: MakeCopy, change: Callable[[Any], object], message: str
) -> None:
    made = house()
    made.edit(change, "rulings.yaml")
    with pytest.raises(FormatError, match=message):
        publish_standard(made.folder)


def test_house_versions_are_found_in_every_directory_of_the_environment(
    house: MakeCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = house(below="one"), house("evaluation-rubric@1.0", to="2.0+zeta", below="two")
    publish_standard(one.folder)
    publish_standard(other.folder)
    monkeypatch.setenv(ENVIRONMENT, os.pathsep.join([str(directory_of(one)), "", str(directory_of(other))]))
    assert [str(ref) for ref, _ in list_folders()] == [
        "eval-standards@1.0+r1",
        "eval-standards@1.0+r2",
        "evaluation-rubric@1.0+r1",
        "eval-standards@1.1+acme",
        "evaluation-rubric@2.0+zeta",
    ]
    assert load_standard("evaluation-rubric@2.0+zeta").identity.base == "1.0"


def test_the_same_house_version_in_two_directories_is_refused(house: MakeCopy) -> None:
    one = house(below="one")
    publish_standard(one.folder)
    twin = one.folder.parents[2] / "two" / "eval-standards" / "1.1+acme"
    shutil.copytree(one.folder, twin)
    with pytest.raises(StandardRefused, match="lies in two places"):
        load_standard(REF, directories=[directory_of(one), twin.parent.parent])


def test_a_house_directory_with_a_version_that_would_pass_for_ours_is_refused(copy: MakeCopy) -> None:
    made = copy()
    with pytest.raises(StandardRefused, match=r"eval-standards@1\.0 has no house name"):
        load_standard("eval-standards@1.0", directories=[directory_of(made)])


def test_a_directory_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="does not exist"):
        load_standard("eval-standards@1.0", directories=[tmp_path / "none"])


@pytest.mark.parametrize("folder", ["eval-standards/latest", "my-standard/1.1+acme"])
def test_a_folder_that_names_no_standard_cannot_be_published(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    with pytest.raises(StandardRefused, match="The layout is NAME/VERSION"):
        publish_standard(tmp_path / folder)


@pytest.mark.parametrize("ref", ["eval-standards@9.9", "eval-standards@1.1+nobody", "my-standard@1.0"])
def test_an_unknown_standard_is_refused_with_the_known_ones(ref: str) -> None:
    with pytest.raises(StandardRefused, match=r"Known: eval-standards@1\.0\+r1, eval-standards@1\.0\+r2, evaluation"):
        load_standard(ref)


def test_a_reference_that_is_none_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not a reference"):
        load_standard("eval-standards")
