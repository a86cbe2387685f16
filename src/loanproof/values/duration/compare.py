"""How two periods of time compare."""

from __future__ import annotations

from loanproof.core import Reason
from loanproof.values.duration.value import Duration
from loanproof.values.reading import EQUAL, Comparison, different, partial


def compare_durations(expected: Duration, given: Duration) -> Comparison:
    """Compare two periods. Extension options never change a period; contradictory ones agree in part."""
    if expected.length != given.length:
        extended = expected
        for option in expected.extensions:
            extended = extended.plus(option)
        counted = expected.extensions and extended.length == given.length
        return different(detail="the extension options are counted in" if counted else "")
    if expected.extensions and given.extensions:
        same = [one.length for one in expected.extensions] == [one.length for one in given.extensions]
        return EQUAL if same else partial(Reason.EXTENSION_DIFFERS)
    return EQUAL
