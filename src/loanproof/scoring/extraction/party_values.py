"""Fields that name parties: one or more borrowers, the guarantors, the agent. Their order never matters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.scoring.checks import Check, Content, content_of
from loanproof.scoring.extraction.expected_items import Item
from loanproof.scoring.extraction.forms import Forms, is_among
from loanproof.scoring.extraction.name_asides import without_aside
from loanproof.scoring.extraction.plain_values import claim_texts, to_plain
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.wording import quoted
from loanproof.standards import Label
from loanproof.values import (
    CONDITION_KIND,
    PARTY_KIND,
    PartyListMatch,
    Relation,
    Unreadable,
    content_words,
    describes_class,
    holds_half,
    is_class_description,
    is_listing,
    is_none_text,
    match_parties,
    parts_of,
    parts_of_reading,
    split_parties,
    without_enumerator,
)

if TYPE_CHECKING:
    from loanproof.provenance import Claim
    from loanproof.scoring.extraction.context import AnswersContext, ExtractionContext
    from loanproof.scoring.extraction.stated import Stated


_FORMERLY = re.compile(
    r"\b(?:formerly|previously)\s(?:known as\s|called\s|named\s)?(?P<name>[^()\"“”;]{3,120})", re.IGNORECASE
)


def names_of(value: Stated) -> tuple[str, ...]:
    """Return the names in a value: the items of a list, or the names in a text that lists several."""
    texts = claim_texts(value.plain)
    names: list[str] = []
    for text in map(without_enumerator, texts):
        if is_none_text(text):
            continue
        listed = split_parties(text) or (text,)
        # A text that reads as one name is split only if it is a listing of names: a name may contain a comma.
        is_one = _is_name(value, text) and not (is_listing(text) and all(_is_name(value, one) for one in listed))
        names += [text] if is_one else listed
    return tuple(names)


def _is_name(value: Stated, text: str) -> bool:
    return not isinstance(value.other(text).reading, Unreadable) or is_class_description(text)


def check_parties(item: Item, forms: Forms, given: Stated, context: ExtractionContext) -> Content:
    """Label a list of names by which are matched, which are missing and which were added.

    One added name that does not appear in the documents makes the whole list a hallucination.
    """
    written = without_asides(given, context)
    expected, offered = names_of(forms.value), names_of(written)
    match = match_parties(expected, offered)
    claim = _claim((expected[pair.expected] for pair in (*match.pairs, *match.near)), given)
    sides = f"{item.says}; the output says {quoted(given)}"
    is_plain = written is given  # nothing was left out of the names
    if (is_plain and _is_exact(match, offered, forms)) or is_among(
        given, (forms.value, *forms.sources, *forms.accepted)
    ):
        claim = claim if match.pairs else _claim(expected, given)
        return content_of(Label.CORRECT, Reason.EXACT, f"{sides}.", claim=claim)
    same_class = _check_class(expected, offered, given, sides)
    if same_class is not None:
        return same_class
    invented = [offered[at] for at in match.extra if not _is_in_documents(given.other(offered[at]), context)]
    if invented:
        message = f"{sides}; {quoted(invented[0])} does not appear in the documents."
        given_claim = _claim(offered, given)
        label = context.parameters.presence.nowhere
        return content_of(label, Reason.VALUE_NOT_IN_DOCUMENT, message, ruling="A-04", claim=given_claim)
    if match.comparison.relation.agrees:
        return content_of(
            Label.SEMANTIC_MATCH, Reason.CANONICAL_EQUAL, f"{sides}: the same, written otherwise.", claim=claim
        )
    if match.comparison.relation is Relation.PARTIAL:
        return _partial(match, sides, claim)
    given_claim = _claim(offered, given)
    if len(offered) == 1 and _is_former_name(offered[0], forms):
        return content_of(Label.PARTIAL, Reason.FORMER_NAME, f"{sides}, its former name.", claim=given_claim)
    if len(offered) == 1 and describes_class(offered[0]):
        if any(name.casefold() in offered[0].casefold() for name in expected):
            return content_of(Label.PARTIAL, Reason.LIST_EXTRA, f"{sides}, which says more than a name.", claim=claim)
        message = f"{sides}: a class is described, its members are not named."
        return content_of(Label.PARTIAL, Reason.CLASS_TOO_BROAD, message, claim=claim)
    elsewhere = context.parameters.presence.elsewhere
    message = f"{sides}, which is in the documents in another role."
    return content_of(elsewhere, Reason.WRONG_VALUE_PRESENT, message, ruling="A-04", claim=given_claim)


def _check_class(expected: tuple[str, ...], offered: tuple[str, ...], value: Stated, sides: str) -> Content | None:
    """Check a class of parties that the document describes without listing them (GUA-6).

    Return None unless both sides describe one class and share half of their words, each way.
    """
    if len(expected) != 1 or len(offered) != 1 or not all(map(describes_class, (*expected, *offered))):
        return None
    wanted, given = content_words(expected[0]), content_words(offered[0])
    if not given or not holds_half(offered[0], wanted) or not holds_half(expected[0], given):
        return None
    claim = value.claim_of(parts_of(CONDITION_KIND, offered[0]))
    if wanted == given:
        return content_of(Label.CORRECT, Reason.CANONICAL_EQUAL, f"{sides}.", claim=claim)
    message = f"{sides}: the same class in other words."
    return content_of(Label.SEMANTIC_MATCH, Reason.CANONICAL_EQUAL, message, claim=claim)


def without_asides(given: Stated, context: AnswersContext) -> Stated:
    """Return the names without asides that the documents confirm, or the same object if there are none (C-36)."""
    if not context.parameters.clarifications.written_forms:
        return given
    texts = claim_texts(given.plain)
    whole = tuple(text if is_listing(text) else without_aside(text, context) for text in texts)
    names = names_of(given.other(whole[0] if len(whole) == 1 else whole))
    plain = tuple(without_aside(name, context) for name in names)
    return given if whole == texts and plain == names else given.other(plain[0] if len(plain) == 1 else plain)


def _is_former_name(name: str, forms: Forms) -> bool:
    """Return whether a quote of the case says that the party formerly had this name."""
    former = tuple(match["name"].strip() for quote in forms.quotes for match in _FORMERLY.finditer(quote))
    return bool(match_parties(former, (name,)).pairs)


def name_both(item: Item, given: Stated, other: tuple[Stated, ...], context: ExtractionContext) -> Content | None:
    """Check a field for which the document names different entities: the output must name all of them (A-58).

    Return None if the output names none of them, or adds another name.
    """
    expected = names_of(context.forms(item).value)
    conflicts = (given.other(to_plain(one.value)) for one in item.expected.conflict)
    rivals = tuple(name for one in conflicts for name in names_of(one))
    offered = (*names_of(given), *(name for one in other for name in names_of(one)))
    own, theirs = match_parties(expected, offered), match_parties(rivals, offered)
    if not own.pairs and not theirs.pairs:
        return None
    claim = _claim(names_of(given), given)
    sides = f"{item.says}, and elsewhere {quoted('; '.join(rivals))}; the output says {quoted(given)}"
    if own.missing or theirs.missing:
        message = f"{sides} and does not report the conflict."
        return content_of(Label.PARTIAL, Reason.CONFLICT_NOT_REPORTED, message, ruling="A-58", claim=claim)
    extra = [name for name in names_of(given) if not _is_named(name, (*expected, *rivals))]
    if extra:
        return None
    exact = all(pair.comparison.relation is Relation.EXACT for pair in own.pairs)
    label = Label.CORRECT if exact else Label.SEMANTIC_MATCH
    reason = Reason.EXACT if exact else Reason.CANONICAL_EQUAL
    return content_of(label, reason, f"{sides} and reports the conflict.", ruling="A-58", claim=claim)


def _is_named(name: str, others: tuple[str, ...]) -> bool:
    return bool(match_parties(others, (name,)).pairs)


def _claim(names: Iterable[str], value: Stated) -> Claim:
    """Return the claim for some names of a list."""
    readings = ((name, value.other(name).reading) for name in names)
    return value.claim_of(part for read in readings for part in parts_of_reading(PARTY_KIND, *read, value.context))


def _is_exact(match: PartyListMatch, offered: tuple[str, ...], forms: Forms) -> bool:
    """Return whether the lists match one to one, each name letter by letter or in a listed form."""
    if match.missing or match.extra or match.near:
        return False
    return all(
        pair.comparison.relation is Relation.EXACT
        or is_among(forms.value.other(offered[pair.given]), (*forms.sources, *forms.accepted))
        for pair in match.pairs
    )


def _is_in_documents(name: Stated, context: ExtractionContext) -> bool:
    """Return whether a name appears in the documents; the mere description of a class names nobody to look for."""
    text = name.text or ""
    is_class = is_class_description(text) or (describes_class(text) and context.has_line_about(text))
    return is_class or is_present(name, context)


def _partial(match: PartyListMatch, sides: str, claim: Claim) -> Content:
    content = content_of(
        Label.PARTIAL, match.comparison.reason, f"{sides}: {match.comparison.detail or 'a part of it'}.", claim=claim
    )
    near = [
        Check(Label.PARTIAL, pair.comparison.reason, f"{sides}: {pair.comparison.detail}.")
        for pair in match.near
        if pair.comparison.reason is not match.comparison.reason
    ]
    return content.with_checks(*near)
