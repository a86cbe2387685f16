"""The offline proof of a passport: document, place, rules and signature are checked again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loanproof.core import FieldId, FileError
from loanproof.documents import Cache, load_document
from loanproof.reviews import is_signed_by, parse_citation, parse_passport, parse_places
from loanproof.service.evidence import CheckedAnswer, EvidenceReader
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.reviews import PassportKey

_MOST_BYTES = 1_000_001


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What a passport proves.

    Attributes:
        faults: What failed, one sentence each.
        is_authenticated: Whether a key of the house was given and signed the passport.
    """

    faults: tuple[str, ...]
    is_authenticated: bool
    passport: dict[str, Any]


def verify_passport(
    path: Path, document: Path, *, key: PassportKey | None, cache_folder: Path | None = None
) -> Verified:
    """Verify an exported value again from its document and, with a key, the decision as well."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as error:
        raise FileError(f"the passport cannot be read: {error.strerror}.", file=path) from error
    passport = parse_passport(content)
    if passport is None:
        return Verified(faults=("This is not a passport, or it was changed.",), is_authenticated=False, passport={})
    is_authenticated = key is not None and is_signed_by(passport, key)
    faults = [] if key is None or is_authenticated else ["The passport is not signed with this key."]
    try:
        faults += _document_faults(passport, document, cache_folder)
    except (KeyError, TypeError, ValueError, AttributeError):
        faults.append("The passport does not say what a passport says.")
    return Verified(faults=tuple(faults), is_authenticated=is_authenticated, passport=passport)


def _document_faults(passport: dict[str, Any], path: Path, cache_folder: Path | None) -> Iterator[str]:
    evidence, body = passport["loanproof:evidence"], passport["body"]
    cache = None if cache_folder is None else Cache(cache_folder)
    document = load_document(path, cache=cache).recognised()
    named = {evidence["document_digest"], *(one["source"].removeprefix("urn:") for one in passport["target"])}
    if named != {document.digest}:
        yield f"{path.name} is not the document that the passport is about."
        return
    reader = EvidenceReader(path, document, load_contract(evidence["standard"]))
    places = parse_places(passport)
    if not places and evidence["citations"] and not evidence["rules_broken"]:  # "no" needs no citation
        yield "The passport names no place for its citations, and says that no rule is broken."
    for place in places:
        if not reader.has_passage(place):
            yield f"“{place.exact[:80]}” does not appear there in {path.name}."
    answer = CheckedAnswer(
        field=FieldId(body["loanproof:field"]),
        tranche=body["loanproof:tranche"],
        status=body["loanproof:status"],
        value=body["loanproof:value"],
        citations=[parse_citation(one) for one in evidence["citations"]],
        derived_from=[parse_citation(one) for one in evidence["derived_from"]],
    )
    for one in reader.broken_rules(answer):
        if one.rule not in evidence["rules_broken"]:
            yield f"A rule is broken that the passport does not name: {one.sentence}"
