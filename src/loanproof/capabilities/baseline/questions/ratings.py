"""Credit ratings in questions and table rows: which rating a question names, and whether a row is for it.

*A* and *B* alone are ratings only if the words say so: *Facility B* is none, nor is the article that opens a sentence.
"""

from __future__ import annotations

import re

from loanproof.capabilities.baseline.questions.expectation import LABEL

_GRADES = r"(?:AAA|AA|A|BBB|BB|B|CCC|CC|Aaa|Aa|Baa|Ba|Caa|Ca)[1-3]?[+-]?"
_RATING = re.compile(rf"(?<![\w-])(?<!N/){_GRADES}(?!\w|-\d)")
_ARTICLE = re.compile(r"(?:\A|(?<=[.?!]))\s*A(?=\s+(?!or\b|and\b|but\b)[a-z])")
_LETTER = re.compile(r"\brat(?:ed|ings?)(?:\s+[a-z]+){0,3}\s+(?P<behind>[AB])(?!\w|-\d)|\b(?P<before>[AB])[\s-]rat")
_EXCLUDED_BEFORE = re.compile(
    r"\b(?:lower|less|worse|higher|better|below|above|under)(?:\s+than)?\s*"
    rf"(?:{_GRADES}\s*(?:/|,|\bor\b|\band\b)\s*)*\Z",
    re.IGNORECASE,
)


def rating_asked(question: str) -> str | None:
    """Return the first rating that a question names, if it names one."""
    words = _without_letters_of_other_things(question)
    found = next((one[0] for one in _RATING.finditer(words) if len(one[0]) > 1), None)
    rated = None if found is not None else _LETTER.search(words)
    return found if rated is None else rated["behind"] or rated["before"]


def is_for_rating(row: str, rating: str) -> bool | None:
    """Return whether a row that names a rating is for it, or nothing if it does not name the rating.

    ``Lower than BBB but at least BB`` names BBB and is for BB alone.
    """
    words = _without_letters_of_other_things(row)
    places = [one.start() for one in _RATING.finditer(words) if one[0] == rating]
    return not any(_EXCLUDED_BEFORE.search(words[:start]) for start in places) if places else None


def _without_letters_of_other_things(text: str) -> str:
    return _ARTICLE.sub(" ", LABEL.sub(" ", text))
