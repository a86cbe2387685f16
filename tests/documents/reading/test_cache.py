"""The cache: it may be lost, shared, damaged or full, and no read ever fails because of it."""

from __future__ import annotations

import resource
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from loanproof.documents.reading import loading
from loanproof.documents.reading.cache import Cache
from loanproof.documents.reading.loading import load_document

KEY = "sha256:" + "ab" * 32


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "deal.txt"
    path.write_text("Header\none\fHeader\ntwo", encoding="utf-8")
    return path


def entries(cache: Cache) -> list[Path]:
    return [path for path in cache.folder.rglob("*") if path.is_file()]


def test_what_is_saved_is_read_back(cache: Cache) -> None:
    assert cache.read(KEY) is None
    cache.save(KEY, b"content")
    assert cache.read(KEY) == b"content"


def test_a_cached_document_is_the_same_document(cache: Cache, document: Path) -> None:
    first = load_document(document, cache=cache)
    assert len(entries(cache)) == 1
    assert load_document(document, cache=cache) == first == load_document(document)
    assert first.pages[0].running, "the example must have something to lose"


def test_the_cached_document_is_really_used(cache: Cache, document: Path) -> None:
    load_document(document, cache=cache)
    (entry,) = entries(cache)
    content = cache.read("sha256:" + entry.name.removesuffix(".json.z"))
    assert content is not None
    cache.save("sha256:" + entry.name.removesuffix(".json.z"), content.replace(b"one", b"ONE"))
    assert "ONE" in load_document(document, cache=cache).text


def test_a_copy_under_another_name_keeps_its_own_name(cache: Cache, document: Path) -> None:
    load_document(document, cache=cache)
    copy = document.with_name("copy.txt")
    copy.write_bytes(document.read_bytes())
    assert load_document(copy, cache=cache).name == "copy.txt"
    assert len(entries(cache)) == 1


def test_other_content_truth_or_version_is_another_entry(
    cache: Cache, document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_document(document, cache=cache)
    document.with_name("deal.truth.yaml").write_text("number_locale: de\n", encoding="utf-8")
    assert load_document(document, cache=cache).number_locale == "de"
    document.write_text("changed", encoding="utf-8")
    assert load_document(document, cache=cache).text == "changed"
    monkeypatch.setattr(loading, "READER_VERSION", 1_000_000)
    loading._reader_versions.cache_clear()
    load_document(document, cache=cache)
    loading._reader_versions.cache_clear()
    assert len(entries(cache)) == 4


@pytest.mark.parametrize(
    "damage", [b"", b"not zlib", b"x\x9c\x03\x00\x00\x00\x00\x01"], ids=["empty", "noise", "blank"]
)
def test_a_damaged_entry_is_read_anew_and_mended(cache: Cache, document: Path, damage: bytes) -> None:
    first = load_document(document, cache=cache)
    (entry,) = entries(cache)
    good = entry.read_bytes()
    entry.write_bytes(damage)
    assert load_document(document, cache=cache) == first
    assert entry.read_bytes() == good


def test_a_cut_or_flipped_entry_is_no_entry(cache: Cache) -> None:
    cache.save(KEY, b"content " * 50)
    (entry,) = entries(cache)
    good = entry.read_bytes()
    for at in range(len(good)):
        entry.write_bytes(good[:at])
        assert cache.read(KEY) is None
        entry.write_bytes(good[:at] + bytes([good[at] ^ 0x10]) + good[at + 1 :])
        assert cache.read(KEY) in (None, b"content " * 50)


def test_a_cache_that_cannot_be_written_fails_nothing(tmp_path: Path, document: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    blocked = Cache(tmp_path / "file" / "cache")
    assert load_document(document, cache=blocked).name == "deal.txt"


def test_a_full_disk_fails_nothing_and_leaves_nothing(cache: Cache, document: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))  # the eleventh byte of any file cannot be written
    try:
        assert load_document(document, cache=cache).name == "deal.txt"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert entries(cache) == []


def test_many_writers_of_one_entry_leave_one_whole_entry(cache: Cache) -> None:
    contents = [bytes([number]) * 100_000 for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: cache.save(KEY, content), contents))
    assert cache.read(KEY) in contents
    assert len(entries(cache)) == 1
