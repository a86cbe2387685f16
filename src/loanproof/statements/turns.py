"""The words that turn a comparison round: ``not``, ``prohibited``, ``a breach``, ``without our consent``."""

from __future__ import annotations

from collections.abc import Iterator

from loanproof.core import SingleWords, Words, WordTable, load_words
from loanproof.statements.comparing import Comparing, comparisons_in
from loanproof.statements.place import Place
from loanproof.values import DURATION_KIND, TokenKind, tokenize


class _Turns(WordTable):
    turning: SingleWords
    prohibiting: SingleWords
    breaches: SingleWords
    allowed: SingleWords
    not_turning: SingleWords
    performing: SingleWords
    factual: SingleWords
    completed: SingleWords
    consents: SingleWords
    needing: SingleWords
    ceasing: SingleWords
    deadlines: Words
    duty: SingleWords
    finite: SingleWords
    events: SingleWords
    fresh_starts: SingleWords
    conditions: SingleWords


_WORDS = load_words(__package__, "turns", _Turns)
PROHIBITING = frozenset(_WORDS.prohibiting)
"""Words that say of something that it may not be."""
_ALLOWED = frozenset(_WORDS.allowed)
_TURNING = frozenset({*_WORDS.turning, *_WORDS.breaches, *_WORDS.prohibiting})
_NOT_TURNING = frozenset(_WORDS.not_turning)
PERFORMING = frozenset(_WORDS.performing)
"""What somebody does who keeps a contract: not done, it is a default and nothing that is denied."""
_FACTUAL = frozenset(_WORDS.factual)
_COMPLETED = frozenset(_WORDS.completed)
CONSENTS = frozenset(_WORDS.consents)
"""Words for what somebody must be asked for."""
_NEEDING, _CEASING, _EVENTS = frozenset(_WORDS.needing), frozenset(_WORDS.ceasing), frozenset(_WORDS.events)
DEADLINES = frozenset(_WORDS.deadlines)
"""Phrases that say by when something is due."""
_DUTY = frozenset(_WORDS.duty)
_FRESH = frozenset({*_WORDS.fresh_starts, ":"})
CONDITIONS = frozenset(_WORDS.conditions)
"""Words that begin a condition."""
DEFAULTS = frozenset({*_WORDS.breaches, "default"})
"""Words that turn a comparison round because they name what no party may let happen."""
_ENDS = _FRESH | CONDITIONS | {"and", "unless"}
_PREDICATE = frozenset({"is", "are", "be", "would", "not", "also", "all", "both", "per", "annum", "strictly"})
_DUTIES = frozenset({"shall", "must", "will", "may", "can", "cannot"})
_ARTICLES = frozenset({"the", "a", "an"})
_SETTING_ASIDE = frozenset({",", "(", "and"})
_LINKING = frozenset("the a an on at in by of for to be with".split())
_KEEPING = frozenset({"keep", "keeps", "stop", "stops", "hold", "holds"})
_KEPT = 6  # tokens from "keep" to "from"
_NAMING = frozenset("any an a the or such default potential continuing".split())
_JOINED = 3  # tokens from an "and" to the value that it joins
_ASKED = 16  # tokens between a consent and what says that it is needed
_LASTING = frozenset({"continuing", "continues", "exists", "outstanding", "subsisting"})
_WHETHER = frozenset({"is", "are", "does", "do", "can", "may", "must", "has", "will"})
_LINKED = frozenset({"be", "that", "which", "who", "is", "are", "or"})
_BEING = frozenset({"is", "are"})
_PARTING, _FINITE = frozenset({"and", "or"}), frozenset(_WORDS.finite)
_RELATIVE = frozenset({"that", "which", "who"})
_SHARED = 5  # tokens behind the second of two values


def find_turns(place: Place, comparing: Comparing) -> tuple[int, ...]:
    """Return where words are that turn a comparison round, in the thought that it belongs to."""
    found: list[int] = []
    covered = {at for one in comparisons_in(place) for at in range(one.start, one.end)}
    covered.update(range(comparing.start, comparing.end))
    is_deadline = place.tokens.text(comparing.start, comparing.end).lower() in DEADLINES
    for at in _governing(place, comparing):
        if is_deadline and not _rules_deadline(place, at, comparing):
            continue
        word = place.word(at)
        is_turning = word in _TURNING or (word == "t" and place.tokens[at - 1].text == "'")
        is_default = word == "default" and place.tokens.words(at - 2, "event", "of") and not _is_known_of(place, at - 3)
        is_default = is_default and not (_is_of_other(place, at, comparing) or _goes_on(place, at))
        is_kept_off = _needs_consent(place, at) or _is_kept_from(place, at)
        is_ruling = at + 1 == comparing.start or not (_is_spent(place, at) or _is_of_other(place, at, comparing))
        if is_default or is_kept_off or (is_turning and at not in covered and is_ruling):
            found.append(at)
    found += _shared_turn(place) or _banned_at_end(place, found)
    # "unless" takes a negation back; by itself it says what must hold
    return tuple(found) if any(place.word(at) != "unless" for at in found) else ()


def _is_of_other(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a negation rules something else before the comparison: a clause of its own, or another comparison.

    In ``if no Default is continuing and Leverage is less than 2.50:1`` each half has its verb; in ``never be more than
    the Sublimit of USD 5`` the thing is no longer denied.
    """
    if at > comparing.start or place.word(at) == "unless":
        return False
    if place.word(at) == "default" and any(place.tokens.words(one, ",", "or") for one in range(at, comparing.start)):
        return True  # "a dividend, another Event of Default, or a report more than three days late"
    if place.kind is DURATION_KIND and any(place.word(one) in CONDITIONS for one in range(at, comparing.start)):
        return True  # "it need not do so if it reinvests within 270 days"
    if comparing.sort.is_thing and any(at < one.start < comparing.start for one in comparisons_in(place)):
        return True
    for joint in range(at + 1, comparing.start):
        is_parted = place.word(joint) in _PARTING and any(_is_verb(place, one) for one in range(at + 1, joint))
        if is_parted and any(_is_verb(place, one) for one in range(joint + 1, comparing.end)):
            return True
    return False


def _is_verb(place: Place, at: int) -> bool:
    return place.word(at) in _FINITE


def _governing(place: Place, comparing: Comparing) -> Iterator[int]:
    """Yield the tokens of the thought that may rule a comparison: none in brackets or of a clause behind ``which``."""
    start, end = _thought(place, comparing)
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    depth = closed = 0
    for at in range(start, first):
        depth += place.word(at) == "("
        if place.word(at) in _RELATIVE and _aside_end(place, at, first) < first:
            closed = _aside_end(place, at, first)  # "Subsidiaries that are not Guarantors shall not exceed"
        if not depth and at >= closed:
            yield at
        depth -= place.word(at) == ")" and depth > 0
    if depth:  # the comparison is in brackets itself
        yield from range(start, first)
    yield from range(first, after)
    closed = after
    for at in range(after, end):
        if place.word(at) == "(" or place.word(at) in _RELATIVE:
            closed = max(closed, _aside_end(place, at, end))
        if at >= closed:
            yield at


def _aside_end(place: Place, at: int, end: int) -> int:
    """Return where an aside ends: brackets at their last, ``that was not spent`` behind its verb."""
    if place.word(at) == "(":
        return next((one + 1 for one in range(at, end) if place.word(one) == ")"), end)
    verb = at + 1
    return verb + 3 if place.word(verb) in _FACTUAL and place.word(verb + 1) == "not" else at


def _rules_deadline(place: Place, at: int, comparing: Comparing) -> bool:
    """Return whether a word may turn a deadline: it is right before it, or says that nobody need do or may do it."""
    if at < comparing.start and all(place.word(one) in _LINKING for one in range(at + 1, comparing.start)):
        return True
    following = {place.word(at + 1), place.word(at + 2)}
    if any(place.word(one) in CONDITIONS for one in range(at, comparing.start)):
        return False  # "there is no such duty if it reinvests within 365 days"
    is_no_duty = place.word(at) in ("not", "no") and (
        place.word(at - 1) in ("need", "needs") or bool(following & _DUTY)
    )
    return is_no_duty or place.word(at) in PROHIBITING


def is_ceasing(place: Place, comparing: Comparing) -> bool:
    """Return whether a text says that what it compares is so no more: ``ceases to hold more than 50%``."""
    first = min(comparing.start, place.first)
    for at in range(first - 1, place.start - 1, -1):
        if place.word(at) in CONDITIONS | _DUTIES:
            return False
        if place.word(at) in _CEASING and (place.word(at + 1) == "to" or place.word(at + 1).endswith("ing")):
            return True
        if place.tokens.words(at, "no", "longer") and place.word(at + 2) != "than":
            return True
    return False


def is_free(place: Place) -> bool:
    """Return whether a text says what may be done: ``without consent``, ``what does not exceed USD 5 may be kept``."""
    is_allowed = (
        place.word(at) in ("may", "can") and place.word(at + 1) != "not" for at in range(place.after, place.end)
    )
    is_possible = (place.word(at) in _ALLOWED and place.word(at - 1) != "not" for at in range(place.start, place.first))
    return any(_lacks_consent(place, at) for at in range(place.start, place.end)) or any(is_allowed) or any(is_possible)


def is_unless(place: Place, comparing: Comparing) -> bool:
    """Return whether only an ``unless`` rules a comparison: it may take back the rule or what is else."""
    return any(place.word(at) == "unless" for at in _governing(place, comparing))


def asks_for_event(question: str) -> bool:
    """Return whether a question asks what is a default, a breach or prohibited, or when something may not be done."""
    words = [token.lower for token in tokenize(question).items]
    if asks_whether(question):
        return False
    return (not _EVENTS.isdisjoint(words)) is not _is_negated(words)


def asks_whether(question: str) -> bool:
    """Return whether a question is answered by yes or no: a bound then says when it is so, or when it is not."""
    return any(token.lower in _WHETHER for token in tokenize(question).items[:1])


def asks_for_consent(question: str) -> bool:
    """Return whether a question asks what needs the consent of somebody."""
    words = [token.lower for token in tokenize(question).items]
    places = [at for at, word in enumerate(words) if word in CONSENTS]
    needs = any(_NEEDING.intersection(words[max(0, at - _ASKED) : at + _ASKED]) for at in places)
    return needs and not _is_negated(words)


def _is_negated(words: list[str]) -> bool:
    """Whether a question asks what may not be done: ``when may it not pay``, not ``Subsidiaries that are not``."""
    for at, word in enumerate(words):
        modal = next((one for one in range(at - 1, max(-1, at - _ASKED), -1) if words[one] in _DUTIES), None)
        if word == "cannot" or (word == "not" and modal is not None and _LINKED.isdisjoint(words[modal:at])):
            return True
    return False


def _goes_on(place: Place, at: int) -> bool:
    """Return whether an Event of Default is said to last: ``above 3.50:1 or an Event of Default is continuing``."""
    return any(place.word(one) in _LASTING for one in range(at + 1, at + 4))


def _is_known_of(place: Place, at: int) -> bool:
    """Return whether days count from what somebody knows of: ``within five days after notice of any Default``."""
    if place.kind is not DURATION_KIND:
        return False
    while at > place.start and place.word(at) in _NAMING:
        at -= 1
    return place.word(at) in ("of", "about")


def _needs_consent(place: Place, at: int) -> bool:
    """Return whether somebody must be asked: ``the consent of the Agent is required``, ``needs our approval``."""
    if place.word(at) not in CONSENTS:
        return False
    around = range(max(place.start, at - _ASKED), min(at + _ASKED + 1, place.end))
    needs = any(place.word(one) in _NEEDING for one in around)
    return needs and not any(_lacks_consent(place, one) for one in around)


def _lacks_consent(place: Place, at: int) -> bool:
    """Return whether something is said to be done ``without our prior consent``."""
    behind = {place.word(one) for one in range(at + 1, at + _SHARED)}
    return place.word(at) == "without" and bool(behind & CONSENTS)


def _is_kept_from(place: Place, at: int) -> bool:
    """Return whether something is kept from happening: ``keep the ratio from dropping under 4.00 to 1.00``."""
    before = {place.word(one) for one in range(max(place.start, at - _KEPT), at)}
    return place.word(at) == "from" and place.word(at + 1).endswith("ing") and bool(before & _KEEPING)


def _shared_turn(place: Place) -> list[int]:
    """Return what forbids two joined values, behind the second: ``below 75% or above 105% is not allowed``."""
    if place.next_after is None:
        return []
    for at in range(place.next_after, min(place.next_after + _SHARED, len(place.tokens))):
        if place.word(at) in PROHIBITING or (place.word(at) == "not" and place.word(at + 1) in _ALLOWED):
            return [at]
        if place.word(at) not in _PREDICATE:
            break
    return []


def _banned_at_end(place: Place, found: list[int]) -> list[int]:
    """Return what forbids all that a sentence lists, behind a comma: ``over USD 5, or under 3%, is not permitted``."""
    for at in range(place.after, place.closes):
        word = place.word(at)
        if word in _BEING and place.word(at - 1) == ",":
            bans = [at + 1] if place.word(at + 1) in PROHIBITING else []
            bans += [at + 1] if place.word(at + 1) == "not" and place.word(at + 2) in _ALLOWED else []
            return [one for one in bans if one not in found]
        if word in _FINITE or word in _DUTIES or word == ";":
            return []
    return []


def _thought(place: Place, comparing: Comparing) -> tuple[int, int]:
    """Return the stretch in which a comparison is ruled: back to a ``but``, and on to the end of its own statement."""
    first, after = min(comparing.start, place.first), max(comparing.end, place.after)
    start = next((at + 1 for at in range(first - 1, place.start - 1, -1) if _is_fresh(place, at)), place.start)
    if place.word(start) in CONDITIONS:  # a condition that a comma ends is a thought of its own
        start = _behind_condition(place, start, first)
    elif in_condition(place, comparing) and _compares_before(place, condition := _condition_of(place, first)):
        start = max(start, condition)  # "below 1.05x is not permitted, once availability is less than 10%"
    # behind a comma it goes on only where the comparison was a condition: "if it exceeds 3:1, no dividend may be paid"
    is_condition = any(place.word(at) in CONDITIONS for at in range(start, first))
    goes_on = is_condition and not _compares_behind_comma(place, after)
    ends = _ENDS if goes_on else _ENDS | {","}
    is_end = (
        at
        for at in range(after, place.end)
        if (place.word(at) in ends and not _joins_next(place, at)) or _is_fresh(place, at)
    )
    return start, next(is_end, place.end)


def _behind_condition(place: Place, start: int, first: int) -> int:
    """Return where a condition ends: at the last comma before the duty that it leads to, else at the last of all.

    The duty may have commas of its own: ``if …, it shall not permit the ratio, on any day, to be below 1.05:1``.
    """
    commas = [at for at in range(start, first) if place.word(at) == ","]
    duty = next((at for at in range(first - 1, start, -1) if place.word(at) in _DUTIES), first)
    before = [at for at in commas if at < duty] or commas
    return before[-1] + 1 if before else start


def _condition_of(place: Place, first: int) -> int:
    """Return the word that begins the condition in which a comparison is, or nothing but the start of all."""
    for at in range(first - 1, place.start - 1, -1):
        if place.word(at) in CONDITIONS:
            return at
        if place.word(at) in (",", ":"):
            break
    return place.start


def in_condition(place: Place, comparing: Comparing) -> bool:
    """Return whether a comparison is in a condition: no comma parts it from the ``if`` or ``when`` before it."""
    return place.word(_condition_of(place, min(comparing.start, place.first))) in CONDITIONS


def _compares_before(place: Place, condition: int) -> bool:
    """Return whether what is before a condition compares a level of its own, which its negations then rule."""
    joint = next((at for at in range(condition - 1, place.start - 1, -1) if place.word(at) == "and"), place.start)
    # "no Event of Default occurs under this Clause if …": the Clause is not a level
    levels = (
        one for one in comparisons_in(place) if not one.sort.in_time and (not one.sort.is_close or _leads(place, one))
    )
    return any(joint <= one.start < condition for one in levels)


def _leads(place: Place, one: Comparing) -> bool:
    """Return whether a figure follows a word that compares: ``under 1.10 to 1.00``."""
    first, following = place.tokens[one.end], place.tokens[one.end + 1]
    is_money = following.kind is TokenKind.NUMBER and (first.kind is TokenKind.SIGN or first.text.isupper())
    return first.kind is TokenKind.NUMBER or is_money


def _compares_behind_comma(place: Place, after: int) -> bool:
    """Return whether what follows from a condition compares a level of its own, which its negations then rule."""
    comma = next((at for at in range(after, place.end) if place.word(at) == ","), place.end)
    return any(one.start > comma and not one.sort.in_time for one in comparisons_in(place))


def _joins_next(place: Place, at: int) -> bool:
    """Return whether an ``and`` joins the next value: ``above the greater of USD 5 and 10% is prohibited``."""
    return place.word(at) == "and" and at < place.behind < place.end and place.behind - at <= _JOINED


def _is_fresh(place: Place, at: int) -> bool:
    """Return whether a new thought begins behind a token: ``but``, or ``, and``; ``while`` alone is ``as long as``."""
    return place.word(at) in _FRESH or (place.word(at) in ("and", "while") and place.word(at - 1) == ",")


def _is_performed(place: Place, at: int) -> bool:
    return place.word(at) in PERFORMING and place.word(at - 1) in _FACTUAL


def _is_of_past(place: Place, at: int) -> bool:
    """Whether a negation says what was not done, or is not there: ``has not objected``, ``if there is no notice``.

    ``including but not limited to`` is an idiom of the same force: none.
    """
    before, following = place.word(at - 1), place.word(at + 1)
    if following == "limited":
        return before in ("but", ",")
    if place.word(at) == "no":
        is_condition = any(place.word(one) in CONDITIONS for one in range(place.start, at))
        return is_condition and before in _FACTUAL and place.word(at - 2) == "there"
    return before in _COMPLETED and following != "to"


def _is_contrast(place: Place, at: int) -> bool:
    """Return whether a negation only sets another thing aside: ``the Agent, not the Lenders, within five days``."""
    on = at + 1 + (place.word(at + 1) in _LINKING - _ARTICLES)
    return place.word(at) == "not" and place.word(at - 1) in _SETTING_ASIDE and place.word(on) in _ARTICLES


def _is_spent(place: Place, at: int) -> bool:
    """Return whether a negation is about something else: an opening ``No,``, ``not only``, ``and not on 30 June``."""
    following = place.word(at + 1)
    is_said_of_it = at >= place.after and place.word(at - 1) in ("do", "does")  # "50% or less does not make a majority"
    if following in _NOT_TURNING:
        return True
    if following in PERFORMING and place.word(at - 1) in _FACTUAL and not is_said_of_it:
        return True
    if _is_of_past(place, at) or _is_contrast(place, at):
        return True
    is_opening = place.begins and at == place.start  # "No test is made while it is above 10%" is not of a default
    if (
        place.word(at) == "no"
        and not is_opening
        and any(_is_performed(place, one) for one in range(at + 2, at + _SHARED))
    ):
        return True
    if is_opening and place.tokens[at + 1].kind is TokenKind.SIGN:
        return True
    on = at + 1
    while on < place.end and place.word(on) in _LINKING:
        on += 1
    return on == place.behind < place.end
