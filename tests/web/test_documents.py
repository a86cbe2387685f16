"""Documents in a browser: sent, analysed, reviewed, exported; and nothing that is sent can do harm."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.house import AGREEMENT, House, Person, opened, person
from tests.web.served import Answer, Client

from loanproof.core import StoreFailed
from loanproof.service import UploadFolder
from loanproof.service.uploads import safe_name

SMALL = "1. Margin\nThe Margin is 2.00 per cent. per annum.\n"
WAIT_S = 300


def send(who: Person, name: str, content: bytes, *, token: str | None = None, **headers: str) -> Answer:
    """Send a file as a browser does."""
    found = re.search(r'name="form_token" value="([^"]+)"', who.get("/documents").text)
    assert found is not None
    line = "----loanproof-test"
    given = found[1] if token is None else token
    head = f'--{line}\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n{given}\r\n'
    file = f'--{line}\r\nContent-Disposition: form-data; name="document"; filename="{name}"\r\n\r\n'
    body = head.encode() + file.encode() + content + f"\r\n--{line}--\r\n".encode()
    sent = {"content-type": f"multipart/form-data; boundary={line}", "origin": who.client.origin, **headers}
    return who.client.send("POST", "/documents", body=body, headers=sent)


def digest_page(house: House) -> str:
    return f"/documents/{house.items['margin'].document_digest.removeprefix('sha256:')}"


def settle_all(door: Client, house: House) -> None:
    """Decide on everything by hand; what overrides the machine is approved."""
    rea, apo = person(door, "Rea"), person(door, "Apo")
    decided = {
        "margin": {"choice": "correct", "words": "2.35 per cent. per annum", "page": "2"},
        "governing_law": {"choice": "correct", "words": "the laws of Singapore", "page": "5", "value": "Singapore"},
        "guarantors": {"choice": "absent"},
    }
    for name, fields in decided.items():
        page = house.page(name)
        assert rea.take(page).status == 303
        answer = rea.decide(page, **fields)
        assert answer.status == 303, answer.text
        if answer.headers["location"].endswith("second"):
            apo.post(f"{page}/settle", {"choice": "approve", "reason": "Yes."}, page=page)


def test_an_export_is_refused_naming_each_open_item_and_then_allowed(door: Client, house: House) -> None:
    apo, page = person(door, "Apo"), digest_page(house)
    before = apo.get(page).text
    assert "while 3 items that must be reviewed are open" in before
    assert "4 to review: 3 block the export, 1 is only left out." in before
    assert 'aria-disabled="true" aria-describedby="no-export" type="submit">Export' in before
    refused = apo.post(f"{page}/export", {"form": "json"}, page=page)
    assert refused.status == 409
    assert "NOT EXPORTED" in refused.text
    for name in ("margin", "governing_law", "guarantors"):
        assert f"item {house.item(name)}) is open" in refused.text
    assert house.item("maturity_date") not in refused.text.partition("NOT EXPORTED")[2].partition("</section>")[0]
    settle_all(door, house)
    answer = apo.post(f"{page}/export", {"form": "json"}, page=page)
    assert answer.status == 200, answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="loanproof-')
    told = json.loads(answer.body)
    values = {one["field"]: one["value"] for one in told["fields"]}
    assert values["margin"] == "2.35% per annum"
    assert values["governing_law"] == "Singapore"
    assert "maturity_date" not in values
    after = apo.get(page).text
    assert "aria-disabled" not in after
    assert "1 to review: 1 is only left out." in after
    assert "2.35% per annum" in after
    assert all(one["passport"] for one in told["fields"] if one["value"] is not None)
    assert "Apo</bdi> exported 3 fields as json" in apo.get(page).text
    rest = apo.post(f"{page}/export", {"form": "passports", "flagged": "yes"}, page=page)
    names = zipfile.ZipFile(io.BytesIO(rest.body)).namelist()
    assert {"margin.passport.json", "maturity_date.passport.json"} <= set(names)


def test_the_document_of_a_review_is_opened_and_searched(door: Client, house: House) -> None:
    ana, page = person(door, "Ana"), digest_page(house)
    assert f'href="{page}/view"' in ana.get(page).text
    text = ana.get(f"{page}/view?words=Tangible+Net+Worth").text
    assert re.search(r"Found in 2 places,\s+on\s+pages <a", text)
    [picture] = re.findall(r'<image href="([^"]+)"', text)
    assert ana.get(picture.replace("&amp;", "&")).headers["content-type"] == "image/png"
    assert ana.get(f"/documents/{'0' * 64}/view").status == 404


@pytest.mark.parametrize("form", ["csv", "fpml"])
def test_an_export_has_other_forms(door: Client, house: House, form: str) -> None:
    settle_all(door, house)
    page = digest_page(house)
    answer = person(door, "Apo").post(f"{page}/export", {"form": form}, page=page)
    assert answer.status == 200
    assert b"Singapore" in answer.body


def test_only_who_may_exports_and_only_known_forms(door: Client, house: House) -> None:
    page = digest_page(house)
    for name in ("Ana", "Rea"):
        assert person(door, name).post(f"{page}/export", {"form": "json"}, page=page).status == 403
    assert person(door, "Apo").post(f"{page}/export", {"form": "exe"}, page=page).status == 400


def test_a_document_that_is_sent_is_analysed_in_the_background_and_queued(door: Client) -> None:
    ana = person(door, "Ana")
    answer = send(ana, "small loan.txt", SMALL.encode())
    assert answer.status == 303, answer.text
    page = answer.headers["location"].partition("?")[0]
    assert "processing" in ana.get(page).text or "ready for review" in ana.get(page).text
    deadline = time.monotonic() + WAIT_S
    while not json.loads(ana.get(f"{page}/progress").body)["ended"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    text = ana.get(page).text
    assert '<li aria-current="step">ready for review</li>' in text
    assert "small loan.txt" in ana.get("/review").text
    again = send(ana, "other name.txt", SMALL.encode())
    assert again.headers["location"] == f"{page}?told=known"


@pytest.mark.parametrize(
    ("name", "content", "status", "why"),
    [
        ("loan.pdf", b"MZ\x90 not a pdf", 422, "but the file holds"),
        ("loan.txt", AGREEMENT.read_bytes()[:2000], 422, "but the file holds a PDF"),
        ("loan.docx", b"PK\x03\x04 a zip of something else", 422, "but the file holds a zip file"),
        ("loan.exe", b"MZ", 422, "is not one of a document"),
        ("loan", b"text", 422, "is not one of a document"),
        ("loan.txt", b"", 422, "empty"),
        ("upload.json", b"{}", 422, "is not one of a document"),
        ("loan.truth.yaml", b"pages: []", 422, "is not one of a document"),
    ],
)
def test_what_is_no_document_is_refused_in_a_sentence_and_not_kept(
    door: Client, house: House, name: str, content: bytes, status: int, why: str
) -> None:
    answer = send(person(door, "Ana"), name, content)
    assert answer.status == status
    assert why in answer.text.replace("&#39;", "'")
    assert UploadFolder(house.settings.uploads_folder).all() == ()
    assert list(house.settings.uploads_folder.iterdir()) == []


def test_an_upload_needs_the_role_the_token_and_our_own_page(door: Client, house: House) -> None:
    ana = person(door, "Ana")
    assert send(person(door, "Rea"), "loan.txt", SMALL.encode()).status == 403
    assert send(ana, "loan.txt", SMALL.encode(), token="wrong").status == 403  # noqa: S106 - the token of no form
    assert send(ana, "loan.txt", SMALL.encode(), origin="https://evil.example").status == 403
    plain = {"content-type": "application/octet-stream"}
    assert send(ana, "loan.txt", SMALL.encode(), **plain).status == 400
    assert not any(house.settings.uploads_folder.glob("*/*"))


def test_a_file_before_its_token_is_refused(door: Client) -> None:
    ana, line = person(door, "Ana"), "x"
    body = (
        f'--{line}\r\nContent-Disposition: form-data; name="document"; filename="a.txt"\r\n\r\nhello\r\n--{line}--\r\n'
    )
    sent = {"content-type": f"multipart/form-data; boundary={line}", "origin": ana.client.origin}
    assert ana.client.send("POST", "/documents", body=body.encode(), headers=sent).status == 403


def test_an_upload_that_is_too_large_is_refused_while_it_arrives(house: House) -> None:
    small = House(folder=house.folder, settings=replace(house.settings, most_upload_bytes=100_000), items=house.items)
    with opened(small) as door:
        answer = send(person(door, "Ana"), "loan.txt", b"x" * 200_000)
    assert answer.status == 413
    assert not any(house.settings.uploads_folder.glob("*/*"))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--x",
        b"--x\r\n",
        b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
        b"no boundary at all",
        b"--x\r\n" + b"A: b\r\n" * 50 + b"\r\n",
        b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n" * 30,
    ],
)
def test_a_broken_form_is_refused_and_never_a_fault_of_ours(door: Client, body: bytes) -> None:
    ana = person(door, "Ana")
    sent = {"content-type": "multipart/form-data; boundary=x", "origin": ana.client.origin}
    assert ana.client.send("POST", "/documents", body=body, headers=sent).status in (400, 403)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("loan.pdf", "loan.pdf"),
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("..\\..\\boot.pdf", "boot.pdf"),
        ("C:\\deals\\Loan (final).docx", "Loan (final).docx"),
        ("a\r\nb: c.pdf", "a__b_ c.pdf"),
        ("\u202egnp.pdf", "_gnp.pdf"),
        (".pdf", "pdf"),
        ("", "document"),
        ("<img src=x>.html", "_img src_x_.html"),
        ("Darlehensvertrag Müller.pdf", "Darlehensvertrag Müller.pdf"),
    ],
)
def test_a_name_leads_nowhere_and_keeps_its_ending(written: str, kept: str) -> None:
    assert safe_name(written) == kept


@pytest.mark.parametrize("length", [10, 500, 5_000])
def test_a_long_name_fits_a_folder_and_keeps_its_ending(length: int) -> None:
    kept = safe_name("é" * length + ".pdf")
    assert len(kept.encode()) <= 150
    assert kept.endswith(".pdf")


@pytest.mark.parametrize("path", ["none", "..%2f..", "0" * 64, "0" * 63 + "/progress"])
def test_a_document_that_is_not_there_is_not_found(door: Client, path: str) -> None:
    assert person(door, "Ana").get(f"/documents/{path}").status == 404


def test_a_record_that_was_broken_is_said_and_not_guessed(tmp_path: Path) -> None:
    place = tmp_path / ("a" * 64)
    place.mkdir()
    (place / "upload.json").write_text("{", encoding="ascii")
    with pytest.raises(StoreFailed, match="record of a document"):
        UploadFolder(tmp_path).all()
