"""What a question case expects: the facts of the answer, or a grounded refusal."""

from __future__ import annotations

from loanproof.cases.lineage import WithLineage
from loanproof.cases.written import ExpectedCitation, Many, Some, Text
from loanproof.core import FileModel, Flag
from loanproof.values import Operator, Period


class AnyOf(WithLineage[Text]):
    """One fact in the forms in which it may be written; any of them will do.

    What is said about it is read from the gold quote that contains it; the other keys say it explicitly (C-21).

    Attributes:
        any: The forms.
        comparator: How it is bounded.
        per: The period it is due for.
        of: What it is a share of, such as ``the Margin``.
        subject: What it is about: a term, or the party that pays or gives notice.
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
        topic_terms: Words of which the refusal's topic must contain one.
        facts: What the answer must state.
        forbidden: What it must not state.
        derivable: Further values that it may state.
        qualified: Qualifications in the source that it must keep.
        refuse: Topics that must be refused in addition to the answer.
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
