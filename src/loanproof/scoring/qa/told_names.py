"""Names that a refusal gives as the answer: ``… about the auditor, which is X LLP`` refuses and answers at once.

A name that only says what is absent (``the directors of X Ltd``) is not meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import Reason
from loanproof.scoring.checks import Check
from loanproof.scoring.qa.absence import JOINING, NAMING
from loanproof.scoring.qa.specifics.held import held_in
from loanproof.scoring.qa.specifics.names import names_in
from loanproof.scoring.wording import quoted
from loanproof.statements import StatedText
from loanproof.values import NO_CONTEXT, PARTY_KIND

if TYPE_CHECKING:
    from loanproof.scoring.qa.refusal import Refusal
    from loanproof.scoring.qa.specifics import Sources

_ASIDE = r"(?P<noun>\S*)\s?(?:[,;:(\[–—]|\s-)\s*"
_WORDS = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in NAMING)
_BETWEEN = rf"(?!(?:{'|'.join(JOINING)})\s)[\w.]+\s"
# At most two words may stand between: "which is currently", "namely Mr.", but not "which is payable to".
_TOLD = re.compile(
    rf"(?:{_ASIDE}[^,;:()\[\]–—]{{0,60}}?|(?P<last>\S+)\s+)\b(?:{_WORDS})[\s:]+(?:{_BETWEEN}){{0,2}}$", re.I
)
_APPOSED = re.compile(_ASIDE + r"$")
_ASKING = re.compile(r"\b(?:whether|if)\b[^,;]*$|^\W*(?:who|what|which|when|where|how)\b[^,;]*$", re.IGNORECASE)
_AFTER = re.compile(r"[.\s]*(?:of\s[\w ]{1,40})?[.\s)\]\"]*$")
_LOOK_BACK = 200  # characters


class ToldName(NamedTuple):
    """A name that a text gives as an answer; ``is_plain`` unless it may only say who a party of the topic is."""

    name: str
    telling: frozenset[str]
    is_plain: bool


def told_names(text: str) -> Iterator[ToldName]:
    """Yield the names that the topic or the pointer of a refusal gives as the answer, behind *namely* or *which is*.

    A company in apposition counts too: ``the auditor, X LLP``. As the last words before it may be a party (``the
    directors of the Borrower, X Ltd``), it is an answer only if nobody knows it.
    """
    stated = StatedText(text=text, notation=NO_CONTEXT)
    parties = [one.span for one in stated.values if one.part.kind is PARTY_KIND]
    for one in names_in(stated, ()):
        before = text[max(0, one.span.start - _LOOK_BACK) : one.span.start]
        is_party = any(span.overlaps(one.span) for span in parties)
        if text[one.span.end :].startswith(("'", "’")) or _ASKING.search(before):
            continue
        told, apposed = _TOLD.search(before), _APPOSED.search(before)
        if told is not None:
            noun = told["noun"] or told["last"] or ""
            yield ToldName(one.span.of(text), one.telling, is_plain=not noun[:1].isupper())
            continue
        if apposed is None or not is_party or _AFTER.match(text, one.span.end) is None:
            continue
        if not any(span.start < apposed.end("noun") <= span.end for span in parties):
            yield ToldName(one.span.of(text), one.telling, is_plain=False)


def check_told_names(refusals: Iterable[Refusal], sources: Sources) -> tuple[Check, ...]:
    """Return a check for each name that a refusal gives as the answer and that neither documents nor question hold."""
    if not sources.are_readable or not sources.context.parameters.clarifications.untyped_specifics:
        return ()
    known = (*sources.documents, held_in(sources.case.question, sources.context.notation))
    told = (one for refusal in refusals for one in told_names(refusal.topic))
    strange = dict.fromkeys(one.name for one in told if not any(held.knows(one.telling) for held in known))
    label = sources.context.parameters.refusal.asserted_value_nowhere
    message = "The refusal goes on to name {}, which no document holds."
    code = Reason.SPECIFIC_NOT_IN_DOCUMENT
    return tuple(Check(label, code, message.format(quoted(name)), ruling="C-22") for name in strange)
