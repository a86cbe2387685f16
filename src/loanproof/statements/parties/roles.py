"""Reads who pays, tells or gives, and to whom: the roles around the verb that a value belongs to."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from loanproof.core import SingleWords, WordTable, load_words
from loanproof.statements.parties.role_mentions import ACCOUNTS, DETERMINERS, OWNER, Mention, mentions_in
from loanproof.statements.statement import Names, Said
from loanproof.statements.texts.place import Place
from loanproof.statements.vocabulary.reversing import MODALS
from loanproof.values import DURATION_KIND


class _Roles(WordTable):
    pays: SingleWords
    tells: SingleWords
    gives: SingleWords
    takes: SingleWords
    paid: SingleWords
    told: SingleWords
    given: SingleWords
    notices: SingleWords
    decides: SingleWords
    anchors: SingleWords
    openings: SingleWords
    debts: SingleWords


class _Verb(StrEnum):
    """How a verb assigns the roles: ``pays``, ``receives``, ``paid by``."""

    ACTIVE = "active"
    TAKING = "taking"
    PASSIVE = "passive"


_JOINING = frozenset({",", "and", "or", "the", "both"})  # words between parties that act together


class Roles(NamedTuple):
    """Who gives and who takes, as far as a text says, and the act."""

    giver: Said[Names] | None = None
    taker: Said[Names] | None = None
    act: str | None = None


_WORDS = load_words(__package__, "roles", _Roles)
_ANCHORS, _OPENINGS, _DUTIES = frozenset(_WORDS.anchors), frozenset(_WORDS.openings), MODALS | {"needs"}
_VERBS = {
    **dict.fromkeys((*_WORDS.pays, *_WORDS.tells, *_WORDS.gives, *_WORDS.decides), _Verb.ACTIVE),
    **dict.fromkeys(_WORDS.takes, _Verb.TAKING),
    **dict.fromkeys((*_WORDS.paid, *_WORDS.told, *_WORDS.given), _Verb.PASSIVE),
}
_ACTS = {
    **dict.fromkeys((*_WORDS.pays, *_WORDS.paid), "pay"),
    **dict.fromkeys((*_WORDS.tells, *_WORDS.told), "tell"),
    **dict.fromkeys((*_WORDS.gives, *_WORDS.given), "give"),
    **dict.fromkeys(_WORDS.decides, "decide"),
}
_ON_BEHALF_OF = ACCOUNTS | {"for"}
_NOTICES, _DEBTS = frozenset(_WORDS.notices), frozenset(_WORDS.debts)
_TELLING_ACTS = ("tell", "give")
_NOTICE_REACH = 24  # tokens from "gives" to "notice"
_RECEIVING = frozenset({"have", "has", "need", "needs", "get", "gets", "receive", "receives"})
_HAVING, _BETWEEN = frozenset({"has", "have", "had", "having"}), frozenset({"not", "so", "already", "duly", "then"})
_NEAR = 3  # tokens between a verb and its direct recipient
_CLAUSES = frozenset("unless if when where which who that while until because provided whether except save".split())
_PRONOUNS = frozenset({"it", "they", "which", "who", "that"})
_BEFORE_VERBS = frozenset(
    "not also then only so first have has had to be is are was were obliged required bound".split()
)
_ASIDE_MARKS = frozenset({",", "(", ")"})
_ASIDE_WORDS = frozenset({"within", "on", "upon", "by", "at"})


def read_roles(place: Place, *, of_nouns: bool = False) -> Roles:
    """Return who gives and who takes, according to the verb nearest to a value in the stretch about it.

    Nothing is read around plain words. ``of_nouns`` is for a text as a whole: if it has no verb, the roles are read
    from a noun such as *notice* or *debt*.
    """
    if place.kind is None and not of_nouns:
        return Roles()
    events = (_event_before(place), _event_behind(place))
    start = _own_clause(place)
    verbs = [at for at in range(start, place.end) if place.word(at) in _VERBS and not _is_in_any(events, at)]
    verbs = [at for at in verbs if not place.tokens.words(at - 2, "need", "not")]  # who "need not pay" does not give
    verbs = [at for at in verbs if not _is_parted(place, at)]
    if place.kind is DURATION_KIND:  # a party that "gets 25 days" gets time to act, not a payment
        verbs = [
            at
            for at in verbs
            if not (_VERBS[place.word(at)] is _Verb.TAKING and place.first - _NEAR <= at < place.first)
        ]
    is_of_notice = _is_of_notice(place)
    if is_of_notice:  # a notice period belongs to the party that gives the notice, not to the one that may then prepay
        verbs = [at for at in verbs if _ACTS.get(place.word(at)) in _TELLING_ACTS]
    if not verbs:
        return _roles_by_noun(place) if of_nouns or is_of_notice else _taker_right_behind(place)
    nearest = sorted(_of_same_clause(place, verbs), key=lambda at: min(abs(at - place.first), abs(at - place.after)))
    roles = [one for one in mentions_in(place) if one.preposition != OWNER and not _is_in_any(events, one.start)]
    read = [_roles_by_verb(place, verb, roles) for verb in nearest]
    # "a fee of 1.50% of the amount prepaid": the participle next to the value does not say who acts
    return next((one for one in read if one.giver is not None or one.taker is not None), read[0])


def _roles_by_verb(place: Place, verb: int, roles: list[Mention]) -> Roles:
    """Return who gives and who takes according to one verb."""
    acting = [one for one in roles if one.end <= verb and not one.preposition and not _is_object(place, one)]
    before = _joined(place, acting) if acting and _leads_to(place, acting[-1].end, verb) else None
    behind = [one for one in roles if one.start > verb]
    near = next((one.said for one in behind if one.start <= verb + _NEAR and one.preposition in ("", "to")), None)

    act = _act_of(place, verb)

    def led_by(preposition: str) -> Said[Names] | None:
        return next((one.said for one in behind if one.preposition == preposition), None)

    match _verb_at(place, verb):
        case _Verb.ACTIVE:
            return Roles(before, _with_others(near or led_by("to"), behind), act)
        case _Verb.TAKING:
            return Roles(led_by("from"), before, act)
        case _Verb.PASSIVE:
            reached = None if act == "pay" else before  # the subject is who is told, but not who is paid
            return Roles(led_by("by"), _with_others(led_by("to") or reached, behind), act)


def _is_parted(place: Place, verb: int) -> bool:
    """Return whether a value is in another clause than a verb: ``the Lenders pay unless, within 12 months, …``."""
    first, last = sorted((verb, place.first))
    return any(place.word(at) in _CLAUSES for at in range(first + 1, last))


def _leads_to(place: Place, at: int, verb: int) -> bool:
    """Return whether the party that ends at a token is the subject of a verb.

    Only modal verbs, adverbs and asides may come between the two. ``It`` and ``which`` refer to the last named party.
    """
    if place.word(verb - 1) in _PRONOUNS or (place.word(verb - 2) in _PRONOUNS and place.word(verb - 1) in _DUTIES):
        return True
    if place.word(verb - 1) == "and" and verb - 2 > at:  # "a Lender so requires and notifies the Agent"
        return _leads_to(place, at, verb - 2)
    if place.word(at) in _DUTIES and place.word(at + 1) in _ASIDE_WORDS:  # "shall within 15 days of the notice provide"
        return True
    while at < verb:
        if place.word(at) in _ASIDE_MARKS:
            at = next((one for one in range(at + 1, verb) if place.word(one) in _ASIDE_MARKS), verb)
        elif not (place.word(at) in _BEFORE_VERBS or place.word(at) in _DUTIES or place.word(at).endswith("ly")):
            return False
        at += 1
    return True


def _joined(place: Place, acting: list[Mention]) -> Said[Names] | None:
    """Return the last of some parties with those joined to it: ``the Borrower and the Guarantor shall pay``."""
    if not acting:
        return None
    names, last = acting[-1].said.means, acting[-1]
    for one in reversed(acting[:-1]):
        if any(place.word(at) not in _JOINING for at in range(one.end, last.start)):
            break
        names, last = names | one.said.means, one
    return Said(means=names, words=acting[-1].said.words)


def _taker_right_behind(place: Place) -> Roles:
    """Return who takes if there is no verb: ``claims above EUR 1,000,000 to the Company``."""
    near = (one for one in mentions_in(place) if place.after < one.start <= place.after + _NEAR)
    return Roles(taker=next((one.said for one in near if one.preposition == "to"), None))


def _verb_at(place: Place, at: int) -> _Verb:
    """Return how a verb is used; a participle after ``has`` is active: ``the Lender has not notified it``."""
    before = place.word(at - 1) if place.word(at - 1) not in _BETWEEN else place.word(at - 2)
    kind = _VERBS[place.word(at)]
    return _Verb.ACTIVE if kind is _Verb.PASSIVE and before in _HAVING else kind


def _is_of_notice(place: Place) -> bool:
    """Return whether a period is a notice period: ``ten Business Days' prior notice``, not ``ten days of a demand``."""
    words = [place.word(at) for at in range(place.after, place.after + _NEAR + 1)]
    notice = next((at for at, word in enumerate(words) if word in _NOTICES), None)
    return notice is not None and not (_ANCHORS - {"of"}).intersection(words[:notice]) and words[:1] != ["of"]


def _of_same_clause(place: Place, verbs: list[int]) -> list[int]:
    """Return the verbs; if some are before the value, without those after the comma that follows the value."""
    comma = next((at for at in range(place.after, place.end) if place.word(at) == ","), place.end)
    before = [at for at in verbs if at < place.first]
    return [at for at in verbs if at <= comma + 1] if before else verbs  # "a fee of $3,500, payable by the assignee"


def _own_clause(place: Place) -> int:
    """Return where the clause of a value begins: at the last ``and`` after which another party acts.

    In ``the Borrower shall notify the Agent and a Lender may, by 30 days' notice, cancel`` the notice is the Lender's.
    """
    acting = [one for one in mentions_in(place) if one.end <= place.first and _has_verb(place, one.end)]
    joints = [one.start - 1 - (place.word(one.start - 1) in DETERMINERS) for one in acting]
    return next((at for at in reversed(joints) if at > place.start and place.word(at) == "and"), place.start)


def _is_object(place: Place, role: Mention) -> bool:
    """Return whether a role is the object right after a verb: the Agent in ``gives the Agent notice``."""
    before = role.start - 1 - (place.word(role.start - 1) in DETERMINERS)
    return _VERBS.get(place.word(before)) is _Verb.ACTIVE


def _is_in_any(stretches: tuple[range, range], at: int) -> bool:
    return any(at in one for one in stretches)


def _event_before(place: Place) -> range:
    """Return an opening clause that only says when something is due: ``Once the Parent has told the Agent, …``."""
    if place.word(place.start) not in _OPENINGS:
        return range(0)
    comma = next((at for at in range(place.start, place.first) if place.word(at) == ","), place.start)
    return range(place.start, comma)


def _event_behind(place: Place) -> range:
    """Return the event that a period counts from: ``after the Agent notifies it`` in ``10 days after …``.

    It ends at a comma, or before the party that must act.
    """
    if place.kind is not DURATION_KIND:
        return range(0)
    start = next((at for at in range(place.after, place.end) if place.word(at) in _ANCHORS), place.end)
    end = next((at for at in range(start, place.end) if place.word(at) == ","), place.end)
    duty = next((at for at in range(start, end) if _is_duty(place, at)), None)
    if duty is None:
        return range(start, end)
    acting = (at for at in range(duty - 1, start, -1) if place.word(at) in DETERMINERS)
    return range(start, next(acting, duty))


def _is_duty(place: Place, at: int) -> bool:
    return place.word(at) in _DUTIES or (place.word(at) in ("has", "have") and place.word(at + 1) == "to")


def _has_verb(place: Place, at: int) -> bool:
    """Return whether the party before a token is a subject: ``a Lender may``, ``each Lender is entitled``."""
    return _is_duty(place, at) or place.word(at) in _HAVING or place.word(at) in ("is", "are")


def _receives_notice(place: Place, at: int, notice: int) -> bool:
    """Return whether the party before a token gets a notice: ``must have``, ``needs``, but not ``has the right to``."""
    verb = at + (place.word(at) in _DUTIES)
    return place.word(verb) in _RECEIVING and all(place.word(one) not in ("to", "right") for one in range(verb, notice))


def _act_of(place: Place, verb: int) -> str | None:
    """Return the act of a verb: ``pay``, ``tell``, ``give`` or ``decide``; giving notice counts as telling."""
    act = _ACTS.get(place.word(verb))
    own = (at for at in range(verb, min(verb + _NOTICE_REACH, place.end)) if place.word(at - 1) != "s")
    return "tell" if act == "give" and any(place.word(at) in _NOTICES for at in own) else act


def _with_others(taker: Said[Names] | None, behind: list[Mention]) -> Said[Names] | None:
    """Return a taker together with the parties it takes for: ``to the Agent for the account of each Lender``."""
    if taker is None:
        return None
    others = (one.said.means for one in behind if one.preposition in _ON_BEHALF_OF)
    return Said(means=taker.means.union(*others), words=taker.words)


def _roles_by_noun(place: Place) -> Roles:
    """Return who gives and who takes according to a noun: ``notice from the Agent``, ``debt of a Guarantor to …``."""
    at = next((at for at in range(place.start, place.end) if place.word(at) in _NOTICES | _DEBTS), None)
    if at is None:
        return Roles()
    roles = tuple(mentions_in(place))
    owners = [one.said for one in roles if one.preposition == OWNER and one.end < at <= one.end + _NEAR]
    end = place.end
    # in "ten days' notice, or a shorter period agreed by the Majority Lenders" the Lenders give no notice
    if place.kind is not None:
        end = next((one for one in range(at, place.end) if place.word(one) in (",", "(")), place.end)
    behind = {one.preposition: one.said for one in reversed(roles) if at < one.start < end}
    acting = [one.said for one in roles if one.end <= at and not one.preposition and _has_verb(place, one.end)]
    given = behind.get("from") or behind.get("by") or next(iter((*owners, *reversed(acting))), None)
    if place.word(at) in _NOTICES:
        having = [
            one.said for one in roles if one.end <= at and not one.preposition and _receives_notice(place, one.end, at)
        ]
        if having:  # in "the Agent must have ten Business Days' notice" the Agent receives it
            return Roles(giver=behind.get("from") or behind.get("by"), taker=having[-1], act="tell")
        return Roles(giver=given, taker=behind.get("to"), act="tell")
    return Roles(giver=given or (behind.get("of") if "to" in behind else None), taker=behind.get("to"))
