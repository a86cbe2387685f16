"""The words of the synthetic agreement. Drafting is our own and all parties are fictional."""

from __future__ import annotations

TITLE = "Project Halcyon Facilities Agreement"
BORROWER = "Aldermoor Shipping Holdings Limited"
NAMES = (
    BORROWER,
    "Pellworth Marine Finance plc",
    "Castellan Bay Bank, N.A.",
    "Quillfeather Trust Company Limited",
    "Nordhavn Terminal Partners LLP",
    "Sable Ridge Capital Limited",
    "Thornquist Cargo Services GmbH",
)
ROLES = (
    "the Borrower", "the Facility Agent", "the Security Agent", "each Lender", "each Guarantor", "the Parent",
    "each Obligor", "the Arranger", "the Original Lender", "the Account Bank",
)  # fmt: skip
TOPICS = (
    "Definitions and interpretation", "The Facilities", "Purpose", "Conditions of Utilisation", "Utilisation",
    "Optional currencies", "Repayment", "Prepayment and cancellation", "Interest", "Interest Periods",
    "Changes to the calculation of interest", "Fees", "Tax gross-up and indemnities", "Increased Costs",
    "Other indemnities", "Mitigation", "Costs and expenses", "Guarantee and indemnity", "Representations",
    "Information undertakings", "Financial covenants", "General undertakings", "Vessel undertakings",
    "Insurance undertakings", "Events of Default", "Changes to the Lenders", "Changes to the Obligors",
    "Role of the administrative parties", "Conduct of business", "Sharing among the Finance Parties",
    "Payment mechanics", "Set-off", "Notices", "Calculations and certificates", "Partial invalidity",
    "Remedies and waivers", "Amendments", "Confidential information", "Counterparts", "Governing law",
    "Enforcement",
)  # fmt: skip
HEADS = (
    "Delivery of documents", "Limits and conditions", "Amount and currency", "Timing of payments", "Notification",
    "Effect of a request", "Exceptions", "Continuing obligations", "Records", "Release", "Application of proceeds",
    "Determinations", "Reliance", "Restrictions", "Evidence", "Ranking",
)  # fmt: skip
THINGS = (
    "any Utilisation Request", "each Quarterly Certificate", "the Earnings Account", "any Transfer Certificate",
    "the Charged Property", "each Finance Document", "the Vessel Mortgage", "any Accession Letter",
    "the Debt Service Reserve", "each Insurance Policy", "the Commitment Letter", "any Hedging Agreement",
    "the Classification Certificate", "any Bill of Lading", "each Charterparty", "the Valuation Report",
    "the Intercompany Ledger", "any Selection Notice", "the Offshore Account", "the Refund Guarantee",
)  # fmt: skip
ACTS = (
    "deliver", "certify", "reconfirm", "inspect", "assign", "register", "affirm", "surrender", "reclassify", "notify",
    "underwrite", "countersign", "verify", "offset", "refinance", "redeliver", "perfect", "qualify",
)  # fmt: skip
PLACES = (
    "Singapore", "Rotterdam", "Oslo", "Piraeus", "Hamburg", "Valletta", "Busan", "Felixstowe", "Antwerp", "Busselton",
)  # fmt: skip
ADVERBS = (
    "promptly", "in good faith", "without undue delay", "at its own cost", "in sufficient detail",
    "in an officially certified form", "on a pro rata basis", "to the fullest extent permitted by law",
    "with effect from that date", "in accordance with its customary practice",
)  # fmt: skip
EVENTS = (
    "a Change of Control", "a Total Loss", "a Market Disruption Event", "an Insolvency Event", "a Cash Sweep Trigger",
    "a Material Adverse Effect", "a Class Suspension", "an Environmental Incident", "a Requisition",
    "an Illegality Event", "a Flag Change", "a Drydocking",
)  # fmt: skip
EXCEPTIONS = (
    "unless the Majority Lenders otherwise agree in writing",
    "except as expressly set out in the Fee Letter",
    "subject to the terms of the Intercreditor Deed",
    "provided that no Default is continuing",
    "other than in the ordinary course of trading",
    "save to the extent already reflected in the Base Case Model",
)
SENTENCES = (
    "{Role} shall {act} {thing} within {days} Business Days of {event} {adverb}, {exception}.",
    "{Role} shall not {act} {thing} in {place} if the aggregate amount exceeds {money} {exception}.",
    "Subject to paragraph ({letter}) above, {role} may {act} {thing} on or before {date} {adverb}.",
    "The amount that {role} is to {act} under this paragraph is {money}, payable on {date} to {name}.",
    "If {event} occurs, {role} must {act} {thing} and pay a fee of {percent} per annum on the sum of {money}.",
    "“{Defined}” means the period that begins on {date} and ends {days} days after {event}, {adverb}.",
    "The ratio of Net Debt to Adjusted EBITDA of {name} shall not exceed {ratio} on any Quarter Date after {date}.",
    "No consent of {role} is needed to {act} {thing} where the reflected value is below {money}, {exception}.",
    "{Role} confirms that it has not offered to {act} {thing} to {name} or to any office of it in {place}.",
    "{Role} and {name} will {act} {thing} so that, by {date}, no more than {percent} of it is affected by {event}.",
    "For the purposes of this Clause, {thing} is “{adjective}” when {role} has filed it with the registry of {place}.",
    "Any sum that {role} fails to pay on {date} bears interest at {percent} above the rate that applied on that day.",
    "{Role} may not, {exception}, allow {event} to delay the duty to {act} {thing} by more than {days} days.",
    "The proceeds of {thing} are held by {name} in {place} for the benefit of {role} {adverb} until {date}.",
    "Where {thing} identifies a shortfall of {money} or more, {role} shall {act} it again at no less than {ratio}.",
    "{Role} is entitled to rely on {thing} that {name} has signed, and need not {act} it {adverb} after {event}.",
)
DEFINED = (
    "Availability Window", "Final Fixing Period", "Affected Interval", "Confirmation Phase", "Off-hire Period",
    "Effective Window", "Floating Term", "Sufficiency Test Period", "Difference Period", "Reflagging Period",
)  # fmt: skip
ADJECTIVES = ("qualifying", "definitive", "final", "sufficient", "unaffected", "officially fixed", "confidential")
FABRICATED = (
    "The tenant undertakes to repaint the exterior woodwork of the warehouse every {days} months using enamel.",
    "Shareholders holding preference stock vote as a separate class on dividends declared out of surplus in {place}.",
    "Employees who resign during probation forfeit unvested options granted under the {place} scheme of {date}.",
    "Software licensed hereunder remains installed upon servers that the customer operates inside {place} data halls.",
    "Royalty statements covering sublicensed patents reach the inventor by courier every {days} weeks after harvest.",
    "A franchisee advertises the trademark only with artwork that headquarters approved at the {place} convention.",
    "Crude deliveries measured by the refinery gauge are priced at the Dated Brent average minus {percent} discount.",
    "The university retains tissue samples for {days} years and destroys them once the ethics panel closes its file.",
    "Broadcasters pay a syndication royalty of {money} whenever an episode is streamed outside {place} time zones.",
    "Passengers denied boarding receive vouchers worth {money} redeemable on routes flown in the winter timetable.",
    "The contractor excavates unsuitable soil beneath foundations and measures surplus with surveyors.",
    "Seed growers certify germination above {percent} and label every sack before inspection at {place} harbour.",
)
