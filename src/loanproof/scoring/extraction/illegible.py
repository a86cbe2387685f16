"""Fields that nobody can read: the right answer is to say so, or to guess at low confidence."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from loanproof.core import Reason
from loanproof.outputs import FieldStatus
from loanproof.provenance import NothingToCite
from loanproof.scoring.extraction.absence import not_extracted
from loanproof.scoring.extraction.agreement import agree
from loanproof.scoring.extraction.forms import Forms
from loanproof.scoring.extraction.plain_values import Plain, plain_of, text_of
from loanproof.scoring.extraction.presence import is_present
from loanproof.scoring.extraction.verdicts import Item, Verdict, decided, shown
from loanproof.scoring.extraction.words import says_none, says_unreadable
from loanproof.standards import ConfidenceLevel, Label
from loanproof.values import DATE_KIND, CalendarDate, candidates_of

if TYPE_CHECKING:
    from loanproof.outputs import FieldOutput
    from loanproof.scoring.extraction.scene import Scene

_UNSEEN = re.compile(r"[#?_█▒▓■□�]")  # one character that cannot be read
_GAP = re.compile(r"\.{3}|…|\[illegible\]", re.IGNORECASE)  # any number of them
_LONGEST = 300
_MONTHS = "January February March April May June July August September October November December".split()
_MOST_GAPS = 2  # so that matching stays cheap
_UNREAD = frozenset({FieldStatus.ILLEGIBLE, FieldStatus.UNDETERMINABLE})


def judge_illegible(item: Item, answer: FieldOutput | None, scene: Scene) -> Verdict:
    """Judge an answer for an illegible field by the confidence that it states.

    The case gives the legible characters as value or surfaces, with ``#`` or ``?`` for each that cannot be read. A
    guess that contradicts them is invented, unless a ruling says otherwise.
    """
    if answer is None or answer.status in (FieldStatus.ABSENT, FieldStatus.UNCHANGED):
        return not_extracted(item, answer, scene)
    given = plain_of(answer.value)
    text = text_of(given)
    has_guess = given is not None and not (text is not None and says_unreadable(text))
    if (given is None and answer.status not in _UNREAD) or (text is not None and says_none(text)):
        return not_extracted(item, answer, scene)
    level = answer.confidence.level
    if level is ConfidenceLevel.HIGH and scene.standard.contract.confidence.degraded_document.failure is level:
        return _too_sure(item, given if has_guess else None, scene)
    if has_guess and _contradicts(item, given, scene):
        label = scene.standard.parameters.illegible.contradicting_guess
        message = f"The output says {shown(given)}, which contradicts the characters that can be read."
        return decided(label, Reason.ILLEGIBLE_CONTRADICTED, message, ruling="C-07", excuse=NothingToCite.NOT_EXTRACTED)
    score = Fraction(getattr(scene.standard.parameters.illegible, level.value))
    code = Reason.ILLEGIBLE_GUESSED if has_guess else Reason.ILLEGIBLE_STATED
    code = code if level is scene.standard.contract.confidence.degraded_document.right else Reason.ILLEGIBLE_TOO_SURE
    said = f"guesses {shown(given)}" if has_guess else "says so"
    message = f"The field cannot be read; the output {said} at {level} confidence."
    return decided(
        _label_of(score, scene), code, message, ruling="A-27", excuse=NothingToCite.NOT_EXTRACTED, score=score
    )


def _too_sure(item: Item, guess: Plain, scene: Scene) -> Verdict:
    score = Fraction(scene.standard.parameters.illegible.HIGH)
    excuse = NothingToCite.NOT_EXTRACTED
    message = f"The field cannot be read; the output says {shown(guess)} at HIGH confidence"
    if guess is not None and not is_present(item.name, guess, scene):
        label = scene.standard.parameters.presence.nowhere
        nowhere = f"{message}, and this can be read nowhere in the documents."
        return decided(label, Reason.VALUE_NOT_IN_DOCUMENT, nowhere, ruling="A-27", excuse=excuse)
    label = _label_of(score, scene)
    return decided(label, Reason.ILLEGIBLE_TOO_SURE, f"{message}.", ruling="A-27", excuse=excuse, score=score)


def _label_of(score: Fraction, scene: Scene) -> Label:
    if score >= Fraction(scene.standard.score_of(Label.CORRECT)):
        return Label.CORRECT
    return Label.PARTIAL if score > 0 else Label.FAIL


def _contradicts(item: Item, guess: Plain, scene: Scene) -> bool:
    """Tell whether a guess fits none of the legible forms; without such forms nothing contradicts it."""
    value = text_of(plain_of(item.expected.value))
    patterns = [form for form in (value, *item.expected.surfaces) if form]
    return bool(patterns) and not any(_fits(item, guess, pattern, scene) for pattern in patterns)


def _fits(item: Item, guess: Plain, pattern: str, scene: Scene) -> bool:
    if not _UNSEEN.search(pattern) and not _GAP.search(pattern):
        return agree(item.name, Forms(value=pattern), guess, scene).label is not None
    pieces = _GAP.split(pattern[:_LONGEST], maxsplit=_MOST_GAPS)
    forms = [scene.typography(text) for text in _writings(guess, scene) if len(text) <= _LONGEST]
    expressions = [
        re.compile(".*".join(".".join(map(re.escape, _UNSEEN.split(part))) for part in _GAP.split(form)))
        for form in scene.typography("…".join(pieces))
    ]
    return any(one.fullmatch(form) for one in expressions for group in forms for form in group)


def _writings(guess: Plain, scene: Scene) -> list[str]:
    """Return the ways to write a guess that may be held against legible characters: as given, a day in words too."""
    text = text_of(guess)
    days = [one.day for one in candidates_of(scene.read(DATE_KIND, guess)) if isinstance(one, CalendarDate)]
    spelt = [
        f"{day.day} {month} {day.year}"
        for day in days
        for month in (_MONTHS[day.month - 1], _MONTHS[day.month - 1][:3])
    ]
    return spelt if text is None else [text, *spelt]
