"""Reading one identifier from a text, with or without the name of its scheme before it."""

from __future__ import annotations

import re

from loanproof.values.identifier.value import FORMS, GAPS_IGNORED, Identifier, Scheme, without_gaps
from loanproof.values.reading import NO_CONTEXT, Context, Read, Reading, Unreadable
from loanproof.values.text.folding import fold_characters

_NAMES = {
    Scheme.LEI: r"LEI|Legal Entity Identifier(?: \(LEI\))?",
    Scheme.ISIN: r"ISIN|International Securities Identification Number(?: \(ISIN\))?",
    Scheme.CUSIP: r"CUSIP",
    Scheme.LOANX: r"(?:Markit )?LoanX|LX[ _-]?ID",
}
_TAIL = r"s?(?:[ _-]?(?:codes?|numbers?|nos?|nr|ids?|identifiers?)\b)?(?![A-Za-z0-9])"
LABEL = "|".join(f"(?P<{scheme.name}>(?i:(?:{names}){_TAIL}))" for scheme, names in _NAMES.items())

_LABEL = re.compile(LABEL)
_OUTER = " .,:;=-_*#\"'()[]{}<>"  # no identifier begins or ends with one of these
_LONGEST = 120


def parse_identifier(text: str, context: Context = NO_CONTEXT) -> Reading[Identifier]:
    """Read one identifier: ``US0378331005``, ``LEI: 5493001KJTIIGC8Y1R12``, ``CUSIP No. 037833 10 0``.

    The name of the scheme before it, outer punctuation, and the printed groups are forgiven. Letter case is kept: an
    identifier in lower case is read, but its characters differ. A wrong check digit, a wrong length, a scheme that
    contradicts its name, or a second identifier makes the text unreadable.
    """
    del context
    if len(text) > _LONGEST:
        return Unreadable("The text is too long to be an identifier.")
    label, written = _split_label(" ".join(fold_characters(text).text.split()).strip(_OUTER))
    scheme = next((one for one, form in FORMS.items() if form.fits(written)), None)
    if scheme is None or label not in (None, scheme):
        return Unreadable(_why_of_another_form(written, label))
    bare = without_gaps(written)
    if not FORMS[scheme].agrees(bare.upper()):
        return Unreadable(
            f"{written!r} has the form of {FORMS[scheme].called}, but its {FORMS[scheme].check} not agree: "
            "a character was changed, or two were swapped."
        )
    return Read(value=Identifier(scheme=scheme, text=bare if scheme in GAPS_IGNORED else written))


def _split_label(text: str) -> tuple[Scheme | None, str]:
    """Return the scheme that a text begins with, if it names one, and the text after it."""
    label = _LABEL.match(text)
    if label is None or label.lastgroup is None:
        return None, text
    return Scheme[label.lastgroup], text[label.end() :].strip(_OUTER)


def _why_of_another_form(written: str, label: Scheme | None) -> str:
    if label is None:
        return f"{written[:80]!r} is not an LEI (20 characters), ISIN (12), CUSIP (9) or LoanX id (LX and 6 digits)."
    form = FORMS[label]
    return f"{written[:80]!r} is called {form.called}, but does not have its form: {form.made_of}."
