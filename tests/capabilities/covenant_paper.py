"""An agreement and a letter written for these tests, with the covenants that a person reads in them."""

AGREEMENT = """FACILITY AGREEMENT

dated 4 May 2026

THIS AGREEMENT is made on 4 May 2026 between:

(1) ORCHARD MILLS LIMITED, a company incorporated in England (the “Borrower”); and

(2) COMBE BANK PLC as agent of the other finance parties (the “Agent”).

IT IS AGREED:

1. DEFINITIONS

1.1 Definitions

“Majority Lenders” means Lenders whose Commitments add up to more than 66⅔ per cent. of the Total Commitments.

“Margin” means 2.35 per cent. per annum.

“Quarter Date” means each of 31 March, 30 June, 30 September and 31 December.

“Total Commitments” means GBP 73,000,000.

2. INTEREST

2.1 Default interest

Interest on an overdue amount accrues at a rate 3.50 per cent. per annum higher than the rate otherwise payable.

3. INFORMATION UNDERTAKINGS

3.1 Financial statements

The Borrower shall supply to the Agent:

(a) within 140 days after the end of each of its financial years, its audited consolidated financial statements; and

(b) within 50 days after each Quarter Date, its unaudited management accounts.

4. FINANCIAL COVENANTS

4.1 Financial condition

The Borrower shall ensure that:

(a) the ratio of Total Net Debt to EBITDA for any Relevant Period will not exceed 3.80:1; and

(b) Tangible Net Worth will at all times be at least GBP 41,000,000.

4.2 Testing

The ratio in Clause 4.1 is tested on each Quarter Date.

5. GENERAL UNDERTAKINGS

5.1 Negative pledge

(a) The Borrower shall not create or permit to subsist any Security over any of its assets.

(b) Paragraph (a) does not apply to:

(i) any lien arising by operation of law in the ordinary course of trading; or

(ii) other Security for indebtedness not exceeding GBP 6,500,000 in aggregate.

5.2 Insurance

The Borrower shall maintain insurances on its business and assets with reputable underwriters.

6. EVENTS OF DEFAULT

6.1 Non-payment

The Borrower does not pay on the due date an amount payable under a Finance Document, unless payment is made within four
Business Days of its due date.

6.2 Other obligations

The Borrower does not comply with any other provision of the Finance Documents and the failure is not remedied within
twelve Business Days of the Agent giving notice to the Borrower.

6.3 Cross default

Any Financial Indebtedness of the Borrower exceeding GBP 2,200,000 is not paid when due, or any creditor becomes
entitled to declare it due and payable prior to its specified maturity.

7. GOVERNING LAW

This Agreement is governed by English law.
"""

WAIVER = """COMBE BANK PLC

Waiver letter

To: ORCHARD MILLS LIMITED

We refer to the facility agreement dated 4 May 2026 (the “Facility Agreement”) between you and us.

“Relevant Test Dates” means 30 September 2027 and 31 December 2027.

1. Clause 4.1 of the Facility Agreement requires that Leverage shall not exceed 3.80:1, tested on each Quarter Date.

2. We agree that a failure to comply with Clause 4.1 on a Relevant Test Date shall not be a Default, provided that
Leverage on that date does not exceed 4.60:1.

3. This waiver is given for the Relevant Test Dates only. After them the covenant applies again as it is written.
"""

REFUSAL = WAIVER.replace(
    "We agree that a failure to comply with Clause 4.1 on a Relevant Test Date shall not be a Default, provided that\n"
    "Leverage on that date does not exceed 4.60:1.",
    "The Lenders do not waive the failure to comply with Clause 4.1, whatever Leverage then is, 4.60:1 or more.",
)
