"""Contents by digest, in a folder and through the library of object stores: the same three promises."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loanproof.adapters import open_contents
from loanproof.adapters.ray_files import fetch_folder, send_folder
from loanproof.core import FileError, PartMissing, StoreFailed, UsageError, digest_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from loanproof.documents import ContentStore

DIGEST = digest_bytes(b"an agreement")


@pytest.fixture(params=["folder", "object store"])
def contents(request: pytest.FixtureRequest, tmp_path: Path) -> ContentStore:
    (tmp_path / "kept").mkdir()
    return open_contents(str(tmp_path / "kept") if request.param == "folder" else (tmp_path / "kept").as_uri())


def test_a_content_is_kept_once_under_its_digest(contents: ContentStore) -> None:
    assert [contents.put(b"an agreement") for _ in range(2)] == [DIGEST, DIGEST]
    assert contents.get(DIGEST) == b"an agreement"
    assert list(contents.list()) == [DIGEST]


def test_all_contents_are_listed_and_nothing_else(contents: ContentStore, tmp_path: Path) -> None:
    wanted = {contents.put(text) for text in (b"", b"one", b"two")}
    (tmp_path / "kept" / "ab").mkdir(exist_ok=True)
    (tmp_path / "kept" / "ab" / "notes.txt").write_text("not one of them")
    assert set(contents.list()) == wanted


def test_a_content_that_is_not_there_is_said_to_be_missing(contents: ContentStore) -> None:
    with pytest.raises(FileError, match="there is no content sha256:"):
        contents.get(DIGEST)


def test_a_content_that_was_changed_is_refused(contents: ContentStore, tmp_path: Path) -> None:
    contents.put(b"an agreement")
    [path] = (path for path in (tmp_path / "kept").rglob("*") if path.is_file())
    path.write_bytes(b"another agreement")
    with pytest.raises(FileError, match="is not what its digest says"):
        contents.get(DIGEST)


@pytest.mark.parametrize("name", ["../../etc/passwd", "sha256:" + "A" * 64, "sha256:" + "a" * 63, DIGEST + "/..", ""])
def test_what_is_not_a_digest_never_becomes_a_path(contents: ContentStore, name: str) -> None:
    with pytest.raises(UsageError, match="is not a digest"):
        contents.get(name)


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailed, match="the content cannot be kept"):
        open_contents(str(tmp_path / "file" / "kept")).put(b"x")


def test_an_object_store_of_no_known_kind_fails_without_showing_its_url() -> None:
    with pytest.raises(StoreFailed, match="the object store failed") as caught:
        open_contents("carrier-pigeon://user:secret@host/loft")
    assert "secret" not in str(caught.value)


def test_the_library_of_object_stores_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "obstore", None)
    with pytest.raises(PartMissing, match="obstore is not installed"):
        open_contents("s3://bucket")


def test_a_folder_is_fetched_whole_where_it_is_not_there(
    contents: ContentStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = tmp_path / "suite"
    (suite / "documents").mkdir(parents=True)
    (suite / ".loanproof").mkdir()
    (suite / ".loanproof" / "runs.db").write_bytes(b"not a part of the suite")
    (suite / "suite.yaml").write_text("id: s")
    (suite / "documents" / "a.txt").write_text("agreement")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sent = send_folder(suite, str(tmp_path / "kept"))
    folder = fetch_folder(sent)
    assert folder != suite
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert names == {"suite.yaml", "documents/a.txt"}
    assert (folder / "documents" / "a.txt").read_text() == "agreement"
    assert fetch_folder(sent) == folder
    assert len(list(contents.list())) == 2
