"""The evidence passport of one exported value: a W3C Web Annotation that can be verified against the document.

It says what the value is, where the document states it (exact words with context, page, boxes), who decided it, and the
head of the audit log. Its text has only one valid form, so that no byte of it can change unseen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from loanproof.core import digest_data
from loanproof.reviews.audit import Head
from loanproof.reviews.export_plan import ExportedField
from loanproof.reviews.items import BrokenRule, Plain
from loanproof.reviews.records import write_citation, write_decision

AROUND = 32
"""How many characters before and after the exact words are kept to tell one place from another."""
MOST_BYTES = 1_000_000
_CONTEXT = ("http://www.w3.org/ns/anno.jsonld", {"loanproof": "urn:loanproof:"})
_PAGES = "http://tools.ietf.org/rfc/rfc3778"
_BOXES = "http://www.w3.org/TR/media-frags/"


class PassportSigner(Protocol):
    """Signs passports with the private key of a house."""

    @property
    def key_name(self) -> str:
        """A name for the key that does not reveal it."""

    def sign(self, content: bytes) -> str:
        """Return the signature of some bytes as text."""


class PassportKey(Protocol):
    """Checks signatures with the public key of a house."""

    @property
    def key_name(self) -> str:
        """The name of the key, as in the passports that it signed."""

    def holds(self, content: bytes, signature: str) -> bool:
        """Return whether the key signed these bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedPassage:
    """Where a document states something: the exact words and their context, pages and boxes.

    Attributes:
        boxes: One per line of the words, as ``page=3&xywh=percent:10.00,20.00,30.00,2.00``.
    """

    exact: str
    prefix: str
    suffix: str
    pages: tuple[int, ...]
    boxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence in a passport.

    Attributes:
        rules_broken: The extraction rules that the value breaks; a person accepted it anyway.
    """

    document: str
    document_digest: str
    standard: str
    places: tuple[QuotedPassage, ...]
    rules_broken: tuple[BrokenRule, ...]
    head: Head
    source: str


def write_passport(field: ExportedField, evidence: Evidence, signer: PassportSigner | None) -> dict[str, Plain]:
    """Return the passport of an exported field, signed if there is a key."""
    item = field.item
    decision = None if item is None else item.decision
    passport: dict[str, Plain] = {
        "@context": list(_CONTEXT),
        "type": "Annotation",
        "motivation": "assessing",
        "body": {
            "type": "loanproof:Value",
            "loanproof:field": str(field.field),
            "loanproof:tranche": field.tranche,
            "loanproof:status": field.status,
            "loanproof:value": field.value,
        },
        "target": [_write_place(one, evidence) for one in evidence.places],
        "loanproof:evidence": {
            "acceptance": field.acceptance.value,
            "citations": [write_citation(one) for one in field.citations],
            "derived_from": [write_citation(one) for one in field.derived_from],
            "decision": None if decision is None else write_decision(decision),
            "document": evidence.document,
            "document_digest": evidence.document_digest,
            "log": {"entries": evidence.head.number, "head": evidence.head.digest},
            "picks": [] if item is None else [write_decision(one) for one in item.picks],
            "reviewers": [] if item is None else list(item.reviewers),
            "rules_broken": [one.rule for one in evidence.rules_broken],
            "source": evidence.source,
            "standard": evidence.standard,
        },
    }
    passport["id"] = "urn:" + digest_data(passport)
    if signer is not None:
        # The name of the key is signed as well, so that nobody can attach another one to the signature.
        signature = signer.sign(signed_bytes(passport, signer.key_name))
        passport["loanproof:proof"] = {"type": "Ed25519", "key": signer.key_name, "signature": signature}
    return passport


def render_passport(passport: Mapping[str, Plain]) -> str:
    """Return the only valid text of a passport."""
    return json.dumps(passport, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def parse_passport(content: bytes) -> dict[str, Any] | None:
    """Return the data of a passport; ``None`` if it is not exactly our text, byte for byte."""
    if len(content) > MOST_BYTES:
        return None
    try:
        data = json.loads(content.decode("utf-8"))
        if not isinstance(data, dict) or render_passport(data).encode() != content:
            return None
        own = {key: value for key, value in data.items() if key not in ("id", "loanproof:proof")}
        return data if data.get("id") == "urn:" + digest_data(own) else None
    except (ValueError, TypeError, RecursionError):  # not JSON, a fraction, or endless nesting
        return None


def signed_bytes(passport: Mapping[str, Plain], key_name: str) -> bytes:
    """Return what a signature covers: the passport without the signature, with the name of the key."""
    rest = {key: value for key, value in passport.items() if key != "loanproof:proof"}
    return render_passport({**rest, "loanproof:proof": {"type": "Ed25519", "key": key_name}}).encode()


def is_signed_by(passport: Mapping[str, Any], key: PassportKey) -> bool:
    """Return whether a key signed a passport as it is."""
    proof = passport.get("loanproof:proof")
    if not isinstance(proof, dict) or proof.keys() != {"type", "key", "signature"}:
        return False
    if (proof["type"], proof["key"]) != ("Ed25519", key.key_name) or not isinstance(proof["signature"], str):
        return False
    return key.holds(signed_bytes(passport, key.key_name), proof["signature"])


def parse_places(passport: Mapping[str, Any]) -> tuple[QuotedPassage, ...]:
    """Return the places in a passport; raises ``KeyError``, ``TypeError`` or ``ValueError`` if they are invalid."""
    return tuple(_parse_place(one["selector"]) for one in passport["target"])


def _write_place(place: QuotedPassage, evidence: Evidence) -> dict[str, Plain]:
    return {
        "source": "urn:" + evidence.document_digest,
        "selector": [
            {"type": "TextQuoteSelector", "exact": place.exact, "prefix": place.prefix, "suffix": place.suffix},
            *(_fragment(_PAGES, f"page={number}") for number in place.pages),
            *(_fragment(_BOXES, box) for box in place.boxes),
        ],
    }


def _fragment(conforms_to: str, value: str) -> dict[str, Plain]:
    return {"type": "FragmentSelector", "conformsTo": conforms_to, "value": value}


def _parse_place(selectors: Sequence[Mapping[str, Any]]) -> QuotedPassage:
    quote, *fragments = selectors
    pages = (one["value"] for one in fragments if one["conformsTo"] == _PAGES)
    return QuotedPassage(
        exact=quote["exact"],
        prefix=quote["prefix"],
        suffix=quote["suffix"],
        pages=tuple(int(one.removeprefix("page=")) for one in pages),
        boxes=tuple(one["value"] for one in fragments if one["conformsTo"] == _BOXES),
    )
