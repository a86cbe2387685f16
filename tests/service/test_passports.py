"""Passports: what was exported is proved again from the document, and no byte of it can change."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.project.test_review_guide import blocks

from loanproof.core import Capability, FileError, PartMissing, Refused, StoreFailed
from loanproof.documents import load_document
from loanproof.reviews import DecisionKind, ReviewPolicy, is_signed_by, parse_passport, render_passport
from loanproof.service import ReviewService, Said, checked_log, export_document, guard_output, verify_passport
from loanproof.standards import load_contract
from loanproof.store import open_reviews
from loanproof.wiring import passport_key, passport_signer

STANDARD = "eval-standards@1.0+r2"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A document that was reviewed, its passports, and the keys of the house."""

    document: Path
    store: str
    passport: Path
    private: Path
    public: Path


def write_keys(folder: Path, name: str) -> tuple[Path, Path]:
    key = Ed25519PrivateKey.generate()
    private, public = folder / f"{name}.pem", folder / f"{name}.pub"
    no_password = serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(pem, form, no_password))
    public.write_bytes(key.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo))
    return private, public


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Review the agreement of the guide, and export its amount as it was corrected."""
    folder = tmp_path_factory.mktemp("house")
    [text], [output] = blocks("text"), blocks("json")
    document = folder / "thorne.txt"
    document.write_text(text, encoding="utf-8")
    private, public = write_keys(folder, "house")
    store = f"sqlite:{folder / 'runs.db'}"
    standard = load_contract(STANDARD)
    report = guard_output(output, Capability.EXTRACTION, [load_document(document)], standard)
    with closing(open_reviews(store)) as opened:
        service = ReviewService(opened)
        policy = ReviewPolicy(wants_blind=False)
        queued = service.queue(report, document, source="guard:o.json", by="Ops", policy=policy, standard=standard)
        with pytest.raises(Refused) as refused:
            export_document(document, opened)
        assert ["facility_amount" in str(one) for one in refused.value.problems].count(True) == 1
        for item in queued.items:
            is_amount = item.field == "facility_amount"
            taken = service.take(by="Ana", item_id=item.item_id)
            assert taken is not None
            said = Said(
                kind=DecisionKind.CORRECT if is_amount else DecisionKind.ACCEPT,
                by="Ana",
                reason="read it",
                fence=taken.fence,
                value="USD 40,000,000" if is_amount else None,
                words="equal to USD 40,000,000" if is_amount else None,
            )
            service.decide(item.item_id, said)
        export = export_document(document, opened, signer=passport_signer(private))
    [passport] = [one.passport for one in export.fields if one.field.field == "facility_amount"]
    assert passport is not None
    path = folder / "amount.passport.json"
    path.write_bytes(render_passport(passport).encode())
    return House(document=document, store=store, passport=path, private=private, public=public)


def test_a_passport_is_proved_by_document_and_key(house: House) -> None:
    found = verify_passport(house.passport, house.document, key=passport_key(house.public))
    assert (found.faults, found.is_authenticated) == ((), True)
    assert found.passport["body"]["loanproof:value"] == "USD 40,000,000"
    assert found.passport["loanproof:evidence"]["reviewers"] == ["Ana"]


def test_without_a_key_only_the_document_is_proved(house: House) -> None:
    found = verify_passport(house.passport, house.document, key=None)
    assert (found.faults, found.is_authenticated) == ((), False)


def test_a_signed_passport_with_any_byte_changed_does_not_verify(house: House) -> None:
    content, key = house.passport.read_bytes(), passport_key(house.public)
    assert key is not None
    missed = []
    for at in range(len(content)):
        for flip in (1, 2, 0x20, 0x80):
            changed = content[:at] + bytes([content[at] ^ flip]) + content[at + 1 :]
            data = parse_passport(changed)
            if data is not None and is_signed_by(data, key):
                missed.append((at, flip))
    assert len(content) > 1500
    assert missed == []


def told_anew(data: dict[str, Any]) -> bytes:
    """Return a passport with its digest made anew, as whoever has no key could."""
    from loanproof.core import digest_data

    own = {key: value for key, value in data.items() if key not in ("id", "loanproof:proof")}
    return render_passport({**data, "id": "urn:" + digest_data(own)}).encode()


CHANGES: dict[str, tuple[tuple[str | int, ...], object]] = {
    "the value": (("body", "loanproof:value"), "USD 41,000,000"),
    "the quote": (("target", 0, "selector", 0, "exact"), "equal to USD 41,000,000"),
    "what is before it": (("target", 0, "selector", 0, "prefix"), "never "),
    "the document": (("loanproof:evidence", "document_digest"), "sha256:" + "0" * 64),
    "a cited quote": (("loanproof:evidence", "citations", 0, "quote"), "equal to USD 41,000,000"),
    "the field": (("body", "loanproof:field"), "no_such_field"),
}
DECISIONS: dict[str, tuple[tuple[str | int, ...], object]] = {
    "who decided": (("loanproof:evidence", "decision", "by"), "Eve"),
    "the reviewers": (("loanproof:evidence", "reviewers"), ["Ana", "Ben"]),
    "the acceptance": (("loanproof:evidence", "acceptance"), "accepted_by_rules"),
    "the head of the log": (("loanproof:evidence", "log", "head"), "sha256:" + "0" * 64),
}


def changed(house: House, tmp_path: Path, steps: tuple[str | int, ...], value: object) -> Path:
    data: Any = json.loads(house.passport.read_bytes())
    place = data
    for step in steps[:-1]:
        place = place[step]
    assert place[steps[-1]] != value
    place[steps[-1]] = value
    path = tmp_path / "changed.json"
    path.write_bytes(told_anew(data))
    return path


@pytest.mark.parametrize("name", [*CHANGES, *DECISIONS])
def test_a_changed_passport_with_its_digest_made_anew_is_not_signed(house: House, tmp_path: Path, name: str) -> None:
    path = changed(house, tmp_path, *{**CHANGES, **DECISIONS}[name])
    found = verify_passport(path, house.document, key=passport_key(house.public))
    assert "The passport is not signed with this key." in found.faults


@pytest.mark.parametrize("name", CHANGES)
def test_what_the_document_does_not_say_fails_without_any_key(house: House, tmp_path: Path, name: str) -> None:
    path = changed(house, tmp_path, *CHANGES[name])
    found = verify_passport(path, house.document, key=None)
    assert found.faults


def test_a_document_with_one_letter_changed_is_another(house: House, tmp_path: Path) -> None:
    other = tmp_path / "thorne.txt"
    other.write_text(house.document.read_text(encoding="utf-8").replace("English law", "english law"))
    found = verify_passport(house.passport, other, key=passport_key(house.public))
    assert found.faults == ("thorne.txt is not the document that the passport is about.",)


def test_the_key_of_another_house_proves_nothing(house: House, tmp_path: Path) -> None:
    _, public = write_keys(tmp_path, "other")
    found = verify_passport(house.passport, house.document, key=passport_key(public))
    assert found.faults == ("The passport is not signed with this key.",)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b"[" * 100_000, b'{"id": 1.5}\n', b" " * 2_000_000])
def test_what_is_no_passport_is_told_and_breaks_nothing(house: House, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "passport.json"
    path.write_bytes(content)
    found = verify_passport(path, house.document, key=None)
    assert found.faults == ("This is not a passport, or it was changed.",)


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_file_that_is_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(content)
    for load in (passport_signer, passport_key):
        with pytest.raises(FileError, match="Ed25519"):
            load(path)


def test_without_the_library_a_named_key_never_gives_an_unsigned_passport(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives", None)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    with pytest.raises(PartMissing, match="cryptography"):
        passport_signer(house.private)
    with pytest.raises(PartMissing, match="cryptography"):
        passport_key(house.public)


def test_where_a_key_is_named_an_unsigned_log_exports_nothing(house: House) -> None:
    with closing(open_reviews(house.store)) as opened, pytest.raises(StoreFailed, match="not signed"):
        checked_log(opened, must_be_signed=True)


def test_words_that_the_document_does_not_hold_are_no_correction(house: House) -> None:
    with closing(open_reviews(house.store)) as opened:
        service = ReviewService(opened)
        [item] = [one for one in opened.read_items() if one.field == "margin"]
        service.reopen(item.item_id, by="Ben", reason="look again")
        taken = service.take(by="Ben", item_id=item.item_id)
        assert taken is not None
        said = Said(
            kind=DecisionKind.CORRECT,
            by="Ben",
            reason="so it says",
            fence=taken.fence,
            value="9 %",
            words="9 per cent.",
        )
        with pytest.raises(Refused, match="do not appear in thorne"):
            service.decide(item.item_id, said)
