"""Short papers written for these tests, with the values that a person reads in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from loanproof.capabilities import extract
from loanproof.documents import Document, load_document
from loanproof.standards import load_contract

STANDARD = load_contract("eval-standards@1.0+r2")

LOAN = """FACILITY AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between:

(1) ORCHARD MILLS LIMITED, a company incorporated in England (the “Borrower”);

(2) PIPPIN HOLDINGS LIMITED and RUSSET FARMS LIMITED as original guarantors (the “Guarantors”); and

(3) COMBE BANK PLC as agent of the other finance parties (the “Agent”).

IT IS AGREED:

1. DEFINITIONS

1.1 Definitions

“Final Maturity Date” means 4 May 2031.

“Interest Period” means a period of three months.

“Margin” means 2.35 per cent. per annum.

“Total Commitments” means the aggregate of the Commitments, being GBP 73,000,000 at the date of this Agreement.

2. THE FACILITY

2.1 The Lenders make available to the Borrower a term loan facility in sterling in an aggregate amount equal to GBP
73,000,000.

3. CONDITIONS PRECEDENT

3.1 Initial conditions precedent

(a) a copy of the constitutional documents of each Obligor;

(b) a resolution of the board of directors of each Obligor; and

(c) a legal opinion of the advisers to the Agent.

4. REPAYMENT

4.1 The Borrower shall repay the Loans in full on the Final Maturity Date.

5. INTEREST

5.1 The rate of interest on each Loan is the aggregate of the Margin and SONIA compounded in arrears.

6. FEES

6.1 The Borrower shall pay a commitment fee of 0.82 per cent. per annum on the undrawn Commitments.

7. UNDERTAKINGS

7.1 Negative pledge

No Obligor shall create or permit to subsist any Security over any of its assets.

8. REPRESENTATIONS

8.1 There has been no material adverse change in the business of the Group since 31 December 2025.

9. GOVERNING LAW

9.1 This Agreement is governed by English law.
"""

AMENDMENT = """AMENDMENT LETTER

To: ORCHARD MILLS LIMITED (the “Borrower”)

3 March 2027

We refer to the facility agreement dated 4 May 2026 (the “Agreement”) between the Borrower and COMBE BANK PLC as agent.

1. EFFECTIVE DATE

The amendments in this letter take effect on 1 April 2027.

2. AMENDMENTS

2.1 The definition of Margin is amended by replacing “2.35 per cent. per annum” with “2.05 per cent. per annum”.

2.2 The Final Maturity Date is extended from 4 May 2031 to 4 May 2033.

3. NO OTHER CHANGE

3.1 All other terms of the Agreement continue in full force.
"""

TWO_FACILITIES = """SENIOR FACILITIES AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between:

(1) ORCHARD MILLS LIMITED (the “Borrower”); and

(2) COMBE BANK PLC as agent of the other finance parties (the “Agent”).

IT IS AGREED:

1. DEFINITIONS

1.1 Definitions

“Facility A” means the term loan facility in an aggregate amount of GBP 61,000,000.

“Facility B” means the revolving credit facility in an aggregate amount of GBP 17,000,000.

“Margin” means:

(a) in relation to Facility A, 3.15 per cent. per annum; and

(b) in relation to Facility B, 2.85 per cent. per annum.

“Termination Date” means:

(a) in relation to Facility A, 4 May 2032; and

(b) in relation to Facility B, 4 May 2031.

2. THE FACILITIES

2.1 The Lenders make Facility A and Facility B available to the Borrower. Facility A and Facility B are in sterling.

3. GOVERNING LAW

3.1 This Agreement is governed by English law.
"""

SHARE_SALE = """SHARE PURCHASE AGREEMENT

dated 4 May 2026

(1) PIPPIN HOLDINGS LIMITED (the “Seller”); and

(2) RUSSET FARMS LIMITED (the “Buyer”).

1. SALE

1.1 The Seller sells the shares to the Buyer for GBP 73,000,000. The company has a bank loan that matures on 4 May 2031.

2. GOVERNING LAW

2.1 This Agreement is governed by English law.
"""


def read(folder: Path, text: str, name: str = "paper.txt") -> Document:
    """Return a paper as a document."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_document(path)


def extracted(folder: Path, text: str) -> dict[str, Any]:
    """Return the output of an extraction."""
    return extract(read(folder, text), STANDARD)


def values(output: dict[str, Any]) -> dict[str, Any]:
    """Return the values of an output by field."""
    return {name: field.get("value") for name, field in output["fields"].items()}
