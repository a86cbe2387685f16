"""What a question case expects: the facts of the answer, or a grounded refusal."""

from __future__ import annotations

from loanproof.cases.lineage import WithLineage
from loanproof.cases.written import ExpectedCitation, Many, Some, Text
from loanproof.core import FileModel, Flag
from loanproof.values import Operator, Period


class AnyOf(WithLineage[Text]):
    """One fact in the forms in which it may be written; any of them will do.

    What is said about it is read from the gold quote that holds it; the other keys say it outright (C-21).

    Attributes:
        any: The forms.
        comparator: How it is bounded.
        per: For how long it is due.
        of: What it is a share of, such as ``the Margin``.
        subject: What it is said of: a term, or the party that pays or tells.
    """

    any: Some[Text]
    comparator: Operator | None = None
    per: Period | None = None
    of: Text | None = None
    subject: Text | None = None


class QaExpected(FileModel):
    """The expected answer to a question.

    Attributes:
        answerable: Whether the documents answer it; if not, a grounded refusal is right.
        topic: What a refusal must name.
        topic_terms: Words one of which the refusal's topic must contain.
        facts: What the answer must state.
        forbidden: What it must not state.
        derivable: Further values that it may state.
        qualified: Hedges of the source that it must keep.
        refuse: Topics that must be refused besides the answer.
        pointers: Places that a refusal may point to.
        synthesis: Whether every citation below must be cited.
        reference_answer: An answer in prose, for a judge.
        citations: Where the answer is.
    """

    answerable: Flag = True
    topic: Text | None = None
    topic_terms: Many[Text] = ()
    facts: Many[AnyOf] = ()
    forbidden: Many[AnyOf] = ()
    derivable: Many[Text] = ()
    qualified: Many[Text] = ()
    refuse: Many[Text] = ()
    pointers: Many[Text] = ()
    synthesis: Flag = False
    reference_answer: Text | None = None
    citations: Many[ExpectedCitation] = ()
