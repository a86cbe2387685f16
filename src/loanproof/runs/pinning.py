"""Whether a version permanently names one build of a model, or may mean another one tomorrow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loanproof.runs.asking import REPORTED

if TYPE_CHECKING:
    from loanproof.standards import EvalStandard, RubricStandard

_WORD_ENDS = re.compile("[/:@_-]")
_HASH = re.compile("[0-9a-f]{7,64}")
_LATEST = "latest"


def is_floating(model: str | None, version: str | None, standard: EvalStandard, rubric: RubricStandard) -> bool:
    """Return whether a model's name may mean another build tomorrow; a missing version is not checked here.

    A model or version whose last word is an alias of the rubric floats. Under C-27 a version must also contain a date,
    a number or a hash, and ``latest-…`` with any suffix floats; a build that the provider reports does not.
    """
    aliases = {alias.casefold() for alias in rubric.rubric.pinning.floating_aliases}
    last_words = (_WORD_ENDS.split((name or "").strip().casefold())[-1] for name in (model, version))
    if not aliases.isdisjoint(last_words):
        return True
    must_pin = version is not None and standard.parameters.clarifications.pinned_versions
    return must_pin and not _is_pinned((version or "").strip().casefold())


def _is_pinned(version: str) -> bool:
    if version == REPORTED:
        return True
    if version.startswith(_LATEST):
        return False
    return any(character.isdigit() for character in version) or _HASH.fullmatch(version) is not None
