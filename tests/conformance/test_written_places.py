"""Places without a section of their own: Parts of a letter, special conditions and signatures (C-34, A-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.documents.sectioned import document_of

from loanproof.provenance.cited_sections import read_cited_sections
from loanproof.provenance.sections import SectionIndex, SectionMatch

LETTER = """Meridian Bay Bank
The Directors, Larkspur Cold Stores Limited
Dear Sirs,
We offer you the facility in Part A (Key terms), on the terms of Part B (Duties) and
Part C of this letter.
PART A - KEY TERMS
Item\tTerm
Handling fee\tHKD52,500.-, payable when you accept this letter
PART B - DUTIES
1. Drawing. You may draw the facility once within two months after the date of this letter.
2. Security. You must give us a first legal charge over the cold store.
PART III: GENERAL
3. Set-off. We may combine your accounts at any time without notice to you.
4. Law. This letter is governed by the laws of Hong Kong.
Schedule 1
Forms
1. The drawing notice is in the form agreed between us.
"""
OFFER = """LOAN OFFER
To: Thornhill Dairy LLP
We offer to lend to you on these terms.
Special conditions
S1. Before we lend we must have received:
(a) this offer signed by you; and
(b) a valuation of the dairy.
S2. The figures. For as long as you owe us money:
(a) your net assets must not fall below GBP 300,000; and
(b) what you owe must never be more than half of the value of the dairy.
S3. You may repay the loan early if condition S2(a) was met in the year before.
GENERAL CONDITIONS
1. Interest
1.1 Interest is worked out every day on what you owe.
1.2 Interest is added to the loan every month.
2. Repayment
2.1 You must make the payments shown above.
3. Law
3.1 This offer is governed by English law.
"""
NOTE = """LOAN AGREEMENT

Section 1.1 Loan. The Lender lends $4,000,000 to the Borrower on the terms set out below.

Section 1.2 Notices. A notice is sent
By: courier or by mail to the address that a party has stated in writing.

Section 1.3 Jury. EACH PARTY WAIVES A TRIAL BY JURY.

     FERNBANK TRUCKING, INC.

     By: /s/ Ada Quill
     Name: Ada Quill

     FERNBANK LEASING CO.,
     as a Guarantor

     By: /s/ Ada Quill
"""
MARKED = NOTE.replace("BY JURY.\n", "BY JURY.\n\n     [Signature pages follow]\n")
ATTACHED = "\fSCHEDULE 1\nThe Certificate\n1. The certificate has this form.\nSigned for Maple Company Limited:\n"


def match(text: str, cited: str | None, words: str, *, complete: bool = False) -> SectionMatch:
    document = replace(document_of(text), sections_complete=complete)
    offset = text.index(words)
    section = document.section_at(offset)
    index = SectionIndex(document, front_matter=True, described_places=True)
    return index.match(read_cited_sections(cited, described=True), None if section is None else section.id, offset)


@pytest.mark.parametrize(
    ("cited", "words", "right"),
    [
        ("Part A", "Handling fee", True),
        ("Key terms", "Handling fee", True),
        ("Part A - Key terms", "Handling fee", True),
        ("PART A (Key Terms)", "Handling fee", True),
        (None, "Handling fee", True),  # it is before the first clause (C-18)
        ("Part B", "Handling fee", False),
        ("Duties", "Handling fee", False),
        ("Part C", "Handling fee", False),  # which is only named there
        ("Part B", "a first legal charge", True),
        ("Duties", "a first legal charge", True),
        ("Part A", "a first legal charge", False),
        ("Key terms", "a first legal charge", False),
        ("Part III", "We may combine", True),
        ("Part 3", "We may combine", True),
        ("General", "We may combine", True),
        ("Part B", "We may combine", False),
        ("Part D", "We may combine", False),
        ("General", "The drawing notice", False),  # the Schedule ends the Part
    ],
)
def test_a_part_is_cited_by_its_letter_its_title_or_both(cited: str | None, words: str, right: bool) -> None:
    assert match(LETTER, cited, words).is_right is right


def test_a_part_is_found_however_long_it_is() -> None:
    text = LETTER.replace("3. Set-off.", f"3. Care. {'You take care of the store. ' * 200}\n4. Set-off.").replace(
        "4. Law", "5. Law"
    )
    assert match(text, "Part III", "We may combine").is_right
    assert not match(text, "Part A", "We may combine").is_right


def test_a_table_of_contents_heads_no_part() -> None:
    contents = "CONTENTS\nPART A - KEY TERMS 1\nPART B - DUTIES 2\n1. Drawing 2\n2. Security 2\f"
    assert match(contents + LETTER, "Part A", "Handling fee\t").is_right
    assert not match(contents + LETTER, "Part B", "Dear Sirs").is_right


@pytest.mark.parametrize(
    ("cited", "words", "expected"),
    [
        ("S1(b)", "a valuation", SectionMatch.EXACT),
        ("S2(a)", "your net assets", SectionMatch.EXACT),
        ("Clause S2(a)", "your net assets", SectionMatch.EXACT),
        ("S2", "your net assets", SectionMatch.COARSE),
        ("S3", "You may repay", SectionMatch.EXACT),
        ("Special conditions", "You may repay", SectionMatch.COARSE),
        ("S2(b)", "your net assets", SectionMatch.OTHER),
        ("S1", "your net assets", SectionMatch.UNRESOLVED),
        ("2", "your net assets", SectionMatch.OTHER),
        ("S4(a)", "your net assets", SectionMatch.NOT_THERE),
        ("2.1", "You must make", SectionMatch.EXACT),
        ("S3", "Interest is added", SectionMatch.UNRESOLVED),
    ],
)
def test_conditions_that_count_by_a_letter_are_cited_beside_clauses(
    cited: str, words: str, expected: SectionMatch
) -> None:
    assert match(OFFER, cited, words, complete=True) is expected


@pytest.mark.parametrize(
    "listed",
    [
        "S1. Before we lend we must have received:\nS2. The figures.",  # two are no numbering
        "S2. Before we lend.\nS3. The figures.\nS4. The rest.",  # it does not begin at one
        "S1 Tractor 12,000\nS2 Trailer 4,000\nS3 Plough 900",  # rows of a table
    ],
)
def test_what_only_looks_like_a_numbering_by_letter_has_no_sections(listed: str) -> None:
    text = f"AGREEMENT\nbetween you and us\n{listed}\n{OFFER[OFFER.index('1. Interest') :]}"
    assert not any(section.id.startswith("S") for section in document_of(text).sections)


def test_a_list_by_letter_in_the_last_clause_stays_in_it() -> None:
    text = OFFER[OFFER.index("1. Interest") :] + "S1. Our costs are yours.\nS2. Our fees are too.\nS3. So is the tax.\n"
    assert match(text, "3.1", "Our fees").is_right
    assert match(text, "S2", "Our fees").is_right
    assert not match(text, "S1", "Our fees").is_right


@pytest.mark.parametrize(
    "cited", ["Signature pages", "Signature page", "Signatures", "signature block", "Execution", "Execution pages"]
)
@pytest.mark.parametrize("text", [NOTE, MARKED], ids=["plain", "marked"])
def test_signatures_are_cited_by_any_of_their_names(text: str, cited: str) -> None:
    for words in ("FERNBANK TRUCKING", "FERNBANK LEASING", "as a Guarantor", "By: /s/"):
        assert match(text, cited, words).is_right
    for words in ("The Lender lends", "courier or by mail", "EACH PARTY"):
        assert not match(text, cited, words).is_right


def test_a_mark_for_the_signature_pages_ends_the_last_clause() -> None:
    assert match(MARKED, "1.3", "FERNBANK LEASING") is SectionMatch.OTHER
    assert match(MARKED, None, "FERNBANK LEASING") is SectionMatch.MISSING
    assert match(MARKED, "1.3", "EACH PARTY") is SectionMatch.EXACT


def test_a_form_that_is_attached_holds_no_signatures() -> None:
    assert not match(NOTE + ATTACHED, "Signatures", "Signed for Maple").is_right
    assert match(NOTE + ATTACHED, "Signatures", "FERNBANK LEASING").is_right


def test_signatures_may_be_behind_the_schedules() -> None:
    text = NOTE[: NOTE.index("     FERNBANK TRUCKING")].replace("By: courier", "by courier") + ATTACHED
    assert match(text, "Signatures", "Signed for Maple").is_right
    assert not match(text, "Signatures", "The certificate has").is_right
