"""Who pays or tells, and to whom: the roles around the verb that a value belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.place import Place
from loanproof.statements.statement import Names, Said
from loanproof.values import DURATION_KIND, Phrases, Tokens, tokenize

if TYPE_CHECKING:
    from loanproof.core import Span
    from loanproof.statements.text import StatedText


class _Roles(WordTable):
    roles: dict[str, Words]
    prepositions: SingleWords
    setting_aside: SingleWords
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
    duties: SingleWords
    debts: SingleWords


class _Verb(StrEnum):
    ACTIVE = "active"
    TAKING = "taking"
    PASSIVE = "passive"


_JOINING = frozenset({",", "and", "or", "the", "both"})  # between parties that share a part


class _Role(NamedTuple):
    """A role in a text: what it may stand for, its words, its preposition, and the tokens it covers."""

    said: Said[Names]
    preposition: str
    start: int
    end: int


class Roles(NamedTuple):
    """Who gives and who takes, as far as a text says."""

    giver: Said[Names] | None = None
    taker: Said[Names] | None = None
    act: str | None = None


_WORDS = load_words(__package__, "roles", _Roles)


def _names() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for role, phrases in _WORDS.roles.items():
        for phrase in phrases:
            names.setdefault(phrase, set()).add(role)
    return names


_NAMES = Phrases.of((frozenset(roles), [name]) for name, roles in _names().items())
PREPOSITIONS, _SETTING_ASIDE = frozenset(_WORDS.prepositions), frozenset(_WORDS.setting_aside)
_ANCHORS, _OPENINGS, _DUTIES = frozenset(_WORDS.anchors), frozenset(_WORDS.openings), frozenset(_WORDS.duties)
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
_ARTICLES = frozenset({"the", "a", "an", "each", "any", "that", "every", "its"})
_ACCOUNTS = frozenset({"account", "benefit", "behalf"})
_FOR = _ACCOUNTS | {"for"}
_OWNING, _ASIDE = "'s", "not"
_NOTICES, _DEBTS = frozenset(_WORDS.notices), frozenset(_WORDS.debts)
_FAVOURS = frozenset({"favour", "favor"})
_TELLING = ("tell", "give")
_NOTICED = 24  # tokens from "gives" to the notice
_RECEIVING = frozenset({"have", "has", "need", "needs", "get", "gets", "receive", "receives"})
_HAVING, _BETWEEN = frozenset({"has", "have", "had", "having"}), frozenset({"not", "so", "already", "duly", "then"})
_NEAR = 3  # tokens between a verb and whom it reaches
_CASES = frozenset("unless if when where which who that while until because provided whether except save".split())
_FOR_PARTIES = frozenset({"it", "they", "which", "who", "that"})
_BEFORE_VERBS = frozenset(
    "not also then only so first have has had to be is are was were obliged required bound".split()
)
_SET_OFF = frozenset({",", "(", ")"})
_ASIDE_WORDS = frozenset({"within", "on", "upon", "by", "at"})


def read_roles(place: Place, *, of_nouns: bool = False) -> Roles:
    """Read who gives and who takes by the verb nearest to a value in the stretch that speaks of it.

    Of words that are no value nothing is read. Where ``of_nouns`` is told, for a text as a whole, and there is no verb,
    whoever gives a notice gives, and whoever owes a debt.
    """
    if place.kind is None and not of_nouns:
        return Roles()
    events = (_event_before(place), _event_behind(place))
    start = _own_clause(place)
    verbs = [at for at in range(start, place.end) if place.word(at) in _VERBS and not _is_in(events, at)]
    verbs = [at for at in verbs if not place.tokens.words(at - 2, "need", "not")]  # who need not pay gives nothing
    verbs = [at for at in verbs if not _is_parted(place, at)]
    if place.kind is DURATION_KIND:  # who "gets 25 days" gets them to act
        verbs = [
            at
            for at in verbs
            if not (_VERBS[place.word(at)] is _Verb.TAKING and place.first - _NEAR <= at < place.first)
        ]
    is_of_notice = _is_of_notice(place)
    if is_of_notice:  # the days of a notice belong to who gives it, and not to who may then prepay
        verbs = [at for at in verbs if _ACTS.get(place.word(at)) in _TELLING]
    if not verbs:
        return _of_noun(place) if of_nouns or is_of_notice else _right_behind(place)
    nearest = sorted(_of_same_clause(place, verbs), key=lambda at: min(abs(at - place.first), abs(at - place.after)))
    roles = [one for one in _roles_in(place) if one.preposition != _OWNING and not _is_in(events, one.start)]
    read = [_by_verb(place, verb, roles) for verb in nearest]
    # "a fee of 1.50% of the amount prepaid": the participle next to the value says nothing of who acts
    return next((one for one in read if one.giver is not None or one.taker is not None), read[0])


def _by_verb(place: Place, verb: int, roles: list[_Role]) -> Roles:
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
            reached = None if act == "pay" else before  # who is told is there; what is paid does too
            return Roles(led_by("by"), _with_others(led_by("to") or reached, behind), act)


def _is_parted(place: Place, verb: int) -> bool:
    """Return whether a value stands in another clause than a verb: ``the Lenders pay unless, within 12 months, …``."""
    first, last = sorted((verb, place.first))
    return any(place.word(at) in _CASES for at in range(first + 1, last))


def _leads_to(place: Place, at: int, verb: int) -> bool:
    """Return whether who ends at a token is who acts: nothing is between the two but modal verbs and what is set off.

    ``It`` and ``which`` stand for the party that was named last.
    """
    if place.word(verb - 1) in _FOR_PARTIES or (
        place.word(verb - 2) in _FOR_PARTIES and place.word(verb - 1) in _DUTIES
    ):
        return True
    if place.word(verb - 1) == "and" and verb - 2 > at:  # "a Lender so requires and notifies the Agent"
        return _leads_to(place, at, verb - 2)
    if place.word(at) in _DUTIES and place.word(at + 1) in _ASIDE_WORDS:  # "shall within 15 days of the notice provide"
        return True
    while at < verb:
        if place.word(at) in _SET_OFF:
            at = next((one for one in range(at + 1, verb) if place.word(one) in _SET_OFF), verb)
        elif not (place.word(at) in _BEFORE_VERBS or place.word(at) in _DUTIES or place.word(at).endswith("ly")):
            return False
        at += 1
    return True


def _joined(place: Place, acting: list[_Role]) -> Said[Names] | None:
    """Return the last of some parties, with those that it is joined to: ``given the Agent and the Trustee notice``."""
    if not acting:
        return None
    names, last = acting[-1].said.means, acting[-1]
    for one in reversed(acting[:-1]):
        if any(place.word(at) not in _JOINING for at in range(one.end, last.start)):
            break
        names, last = names | one.said.means, one
    return Said(means=names, words=acting[-1].said.words)


def _right_behind(place: Place) -> Roles:
    """Read who takes where no verb says so: ``claims above EUR 1,000,000 to the Company``."""
    near = (one for one in _roles_in(place) if place.after < one.start <= place.after + _NEAR)
    return Roles(taker=next((one.said for one in near if one.preposition == "to"), None))


def _verb_at(place: Place, at: int) -> _Verb:
    """Return how a verb is used; a participle behind ``has`` says who acts: ``the Lender has not notified it``."""
    before = place.word(at - 1) if place.word(at - 1) not in _BETWEEN else place.word(at - 2)
    kind = _VERBS[place.word(at)]
    return _Verb.ACTIVE if kind is _Verb.PASSIVE and before in _HAVING else kind


def _is_of_notice(place: Place) -> bool:
    """Whether a period is that of a notice: ``ten Business Days' prior notice``, not ``ten days of a demand``."""
    words = [place.word(at) for at in range(place.after, place.after + _NEAR + 1)]
    notice = next((at for at, word in enumerate(words) if word in _NOTICES), None)
    return notice is not None and not (_ANCHORS - {"of"}).intersection(words[:notice]) and words[:1] != ["of"]


def _of_same_clause(place: Place, verbs: list[int]) -> list[int]:
    """Return the verbs without those behind a comma that follows the value, where others are before it."""
    comma = next((at for at in range(place.after, place.end) if place.word(at) == ","), place.end)
    before = [at for at in verbs if at < place.first]
    return [at for at in verbs if at <= comma + 1] if before else verbs  # "a fee of $3,500, payable by the assignee"


def _own_clause(place: Place) -> int:
    """Return where the clause of a value begins: at the last ``and`` behind which somebody else acts.

    In ``the Borrower shall notify the Agent and a Lender may, by 30 days' notice, cancel`` the notice is the Lender's.
    """
    acting = [one for one in _roles_in(place) if one.end <= place.first and _has_verb(place, one.end)]
    joints = [one.start - 1 - (place.word(one.start - 1) in _ARTICLES) for one in acting]
    return next((at for at in reversed(joints) if at > place.start and place.word(at) == "and"), place.start)


def _is_object(place: Place, role: _Role) -> bool:
    """Return whether a role is right behind a verb that reaches it: the Agent of ``gives the Agent notice``."""
    before = role.start - 1 - (place.word(role.start - 1) in _ARTICLES)
    return _VERBS.get(place.word(before)) is _Verb.ACTIVE


def _is_in(stretches: tuple[range, range], at: int) -> bool:
    return any(at in one for one in stretches)


def _event_before(place: Place) -> range:
    """Return what only says when something is due, up to its comma: ``Once the Parent has told the Agent, …``."""
    if place.word(place.start) not in _OPENINGS:
        return range(0)
    comma = next((at for at in range(place.start, place.first) if place.word(at) == ","), place.start)
    return range(place.start, comma)


def _event_behind(place: Place) -> range:
    """Return what a period counts from, up to a comma or to who must act: ``10 days after the Agent notifies it``."""
    if place.kind is not DURATION_KIND:
        return range(0)
    start = next((at for at in range(place.after, place.end) if place.word(at) in _ANCHORS), place.end)
    end = next((at for at in range(start, place.end) if place.word(at) == ","), place.end)
    duty = next((at for at in range(start, end) if _is_duty(place, at)), None)
    if duty is None:
        return range(start, end)
    acting = (at for at in range(duty - 1, start, -1) if place.word(at) in _ARTICLES)
    return range(start, next(acting, duty))


def _is_duty(place: Place, at: int) -> bool:
    return place.word(at) in _DUTIES or (place.word(at) in ("has", "have") and place.word(at + 1) == "to")


def _has_verb(place: Place, at: int) -> bool:
    """Return whether who is before a token acts: ``a Lender may``, ``each Lender is entitled``."""
    return _is_duty(place, at) or place.word(at) in _HAVING or place.word(at) in ("is", "are")


def _is_to_have(place: Place, at: int, notice: int) -> bool:
    """Return whether who is before a token gets a notice: ``must have``, ``needs``, and not ``has the right to``."""
    verb = at + (place.word(at) in _DUTIES)
    return place.word(verb) in _RECEIVING and all(place.word(one) not in ("to", "right") for one in range(verb, notice))


def _act_of(place: Place, verb: int) -> str | None:
    """Return what is done, to tell acts apart: to pay, to tell, to give; giving notice is telling."""
    act = _ACTS.get(place.word(verb))
    own = (at for at in range(verb, min(verb + _NOTICED, place.end)) if place.word(at - 1) != "s")
    return "tell" if act == "give" and any(place.word(at) in _NOTICES for at in own) else act


def _with_others(taker: Said[Names] | None, behind: list[_Role]) -> Said[Names] | None:
    """Add those for whom a taker takes: ``to the Agent for the account of each Lender``."""
    if taker is None:
        return None
    others = (one.said.means for one in behind if one.preposition in _FOR)
    return Said(means=taker.means.union(*others), words=taker.words)


def _of_noun(place: Place) -> Roles:
    """Read who gives what to whom where no verb says so: ``notice from the Agent``, ``debt of a Guarantor to …``."""
    at = next((at for at in range(place.start, place.end) if place.word(at) in _NOTICES | _DEBTS), None)
    if at is None:
        return Roles()
    roles = tuple(_roles_in(place))
    owners = [one.said for one in roles if one.preposition == _OWNING and one.end < at <= one.end + _NEAR]
    end = place.end
    if place.kind is not None:  # "ten days' notice, or a shorter period agreed by the Majority Lenders"
        end = next((one for one in range(at, place.end) if place.word(one) in (",", "(")), place.end)
    behind = {one.preposition: one.said for one in reversed(roles) if at < one.start < end}
    acting = [one.said for one in roles if one.end <= at and not one.preposition and _has_verb(place, one.end)]
    given = behind.get("from") or behind.get("by") or next(iter((*owners, *reversed(acting))), None)
    if place.word(at) in _NOTICES:
        having = [
            one.said for one in roles if one.end <= at and not one.preposition and _is_to_have(place, one.end, at)
        ]
        if having:  # "the Agent must have ten Business Days' notice"
            return Roles(giver=behind.get("from") or behind.get("by"), taker=having[-1], act="tell")
        return Roles(giver=given, taker=behind.get("to"), act="tell")
    return Roles(giver=given or (behind.get("of") if "to" in behind else None), taker=behind.get("to"))


def roles_offered(place: Place) -> tuple[tuple[int, int], ...]:
    """Return the tokens of another role that an ``or`` puts beside that at a place: ``the Borrower or the Agent``."""
    own = role_at(place.tokens, place.first)
    if own is None or own[1] != place.after:
        return ()
    behind = place.after + 1 + (place.word(place.after + 1) in _ARTICLES)
    before = place.first - 1 - (place.word(place.first - 1) in _ARTICLES)
    found: list[tuple[int, int]] = []
    if place.word(place.after) == "or":
        found += [(behind, matched[1]) for matched in [role_at(place.tokens, behind)] if matched is not None]
    if place.word(before) == "or":
        for start in range(before - 1, max(place.start, before - _NEAR) - 1, -1):
            matched = role_at(place.tokens, start)
            found += [(start, before)] if matched is not None and matched[1] == before else []
    return tuple(one for one in found if not _means(place.tokens, one) & own[0])


def role_at(tokens: Tokens, at: int) -> tuple[Names, int] | None:
    """Return the role that begins at a token, and where it ends; the ``US`` of ``US$2,500`` is nobody."""
    return None if tokens[at].text == "US" else _NAMES.match(tokens, at)


def _means(tokens: Tokens, stretch: tuple[int, int]) -> Names:
    matched = role_at(tokens, stretch[0])
    return frozenset() if matched is None else matched[0]


def is_set_aside(text: StatedText, span: Span) -> bool:
    """Whether a text sets a role aside: ``to the Lenders and not to the Agent``, ``neither the Parent nor …``."""
    first = text.position(span.start)
    before = first - 1 - (text.tokens[first - 1].lower in _ARTICLES)
    before -= text.tokens[before].lower in PREPOSITIONS
    return text.tokens[before].lower in _SETTING_ASIDE


def role_named(text: str) -> Said[Names] | None:
    """Return the role that a case names, such as ``the New Lender``."""
    found = _NAMES.first_in(tokenize(text))
    return None if found is None else Said(means=found[0], words=text)


def roles_between(tokens: Tokens, start: int, end: int) -> Names:
    """Return what the roles of a stretch of text may stand for, all together."""
    found = (role_at(tokens, at) for at in range(max(0, start), min(end, len(tokens))))
    return frozenset().union(*(one[0] for one in found if one is not None))


def _roles_in(place: Place) -> list[_Role]:
    """Return the roles of the stretch that speaks of a value, found once."""
    return place.tokens.cached((_roles_in, place.start, place.end), lambda: list(_read(place)))


def _read(place: Place) -> Iterator[_Role]:
    at = place.start
    aside = -1  # where a role ends that is set aside
    while at < place.end:
        matched = role_at(place.tokens, at)
        if matched is None:
            at += 1
            continue
        names, end = matched
        back = at - 1
        while back >= place.start and (place.word(back) in _ARTICLES or place.tokens[back].text.istitle()):
            back -= 1  # "to the Intercreditor Agent"
        preposition = place.word(back) if back >= place.start and place.word(back) in PREPOSITIONS else ""
        setting = back if not preposition else back - 1
        is_joined = setting == aside and place.word(setting) in ("or", "nor")
        if is_joined or place.word(setting) in _SETTING_ASIDE:
            preposition = _ASIDE  # "the New Lender, not the Existing Lender or the Borrower, pays"
            aside = end
        elif place.tokens[end].text == "'":  # "that Lender's Available Commitment" is not a Lender who acts
            preposition = _OWNING
        elif preposition == "of" and place.word(back - 1) in _ACCOUNTS:
            preposition = place.word(back - 1)
        elif preposition == "of" and place.word(back - 1) in _FAVOURS:
            preposition = "to"
        yield _Role(Said(means=names, words=place.tokens.text(at, end)), preposition, at, end)
        at = end
