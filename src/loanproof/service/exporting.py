"""Exports a document: refused while a LOW item is open; every value gets a passport that proves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from loanproof.core import Problem, Refused, StoreFailed, UsageError
from loanproof.documents import Cache, load_document
from loanproof.reviews import (
    Evidence,
    Export,
    Exported,
    ExportedField,
    ExportPlan,
    Head,
    Intake,
    LeftOut,
    Mode,
    miss_rate,
    plan_export,
    render_passport,
    write_passport,
)
from loanproof.service.evidence import CheckedAnswer, EvidenceReader
from loanproof.standards import load_contract

if TYPE_CHECKING:
    from loanproof.reviews import CheckedLog, MissRate, PassportSigner, ReviewItem, ReviewStore


def export_document(
    path: Path,
    store: ReviewStore,
    *,
    include_flagged: bool = False,
    signer: PassportSigner | None = None,
    must_be_signed: bool = False,
    cache_folder: Path | None = None,
) -> Export:
    """Export the values of a document, or raise :class:`Refused` with every item that is still open.

    Args:
        path: The document.
        store: The store with its review; with an invalid log nothing is exported.
        include_flagged: Whether to include open MEDIUM fields, marked as not reviewed.
        signer: Signs the passports.
        must_be_signed: Whether every entry of the log must be signed with our key.
        cache_folder: The cache of documents that were read.
    """
    log = checked_log(store, must_be_signed=must_be_signed)
    cache = None if cache_folder is None else Cache(cache_folder)
    document = load_document(path, cache=cache).recognised()
    intakes = store.read_intakes(document.digest)
    if not intakes:
        hint = "Queue what a system said of it: loanproof guard OUTPUT DOC --queue --by NAME."
        raise UsageError(f"{path.name!r} was never queued, so nothing of it can be exported.", hint=hint)
    intake = intakes[0]
    standard = load_contract(intake.standard)
    reader = EvidenceReader(path, document, standard)
    items = store.read_items(document_digest=document.digest)
    plan = plan_export(intake, items, same=reader.is_same, include_flagged=include_flagged)
    if plan.blocking:
        raise Refused.of(_open_problem(one) for one in plan.blocking)
    fields = tuple(_exported(one, intake, reader, log.head, signer) for one in plan.fields)
    said = {one.field for one in intake.fields}
    silent = (LeftOut(name=name, why="The system said nothing of it.") for name in standard.fields if name not in said)
    return Export(
        intake=intake,
        head=log.head,
        fields=fields,
        left_out=(*plan.left_out, *silent),
        notes=tuple(_notes(intake, plan, miss_rate(store.read_items()))),
    )


def passport_files(export: Export) -> Iterator[tuple[str, str]]:
    """Yield each passport with its file name; tranches are numbered, because labels are not safe file names."""
    tranches = list(dict.fromkeys(one.field.tranche for one in export.fields if one.field.tranche is not None))
    for one in export.fields:
        if one.passport is not None:
            tranche = one.field.tranche
            number = "" if tranche is None else f".tranche-{tranches.index(tranche) + 1}"
            yield f"{one.field.field}{number}.passport.json", render_passport(one.passport)


def checked_log(store: ReviewStore, *, must_be_signed: bool) -> CheckedLog:
    """Return the log of a store if it is valid, or raise :class:`StoreFailed`."""
    log = store.check()
    if log.faults:
        hint = "Restore a copy of the store: loanproof review verify says more."
        raise StoreFailed(f"the audit log does not hold. {log.faults[0]}", hint=hint)
    if must_be_signed and not log.is_signed:
        hint = "Begin a new store under the key, or unset LOANPROOF_SIGNING_KEY."
        raise StoreFailed("some entries of the audit log are not signed with the key at hand.", hint=hint)
    return log


def _exported(
    field: ExportedField, intake: Intake, reader: EvidenceReader, head: Head, signer: PassportSigner | None
) -> Exported:
    if field.value is None:
        return Exported(field=field, passport=None)
    answer = CheckedAnswer(
        field=field.field,
        tranche=field.tranche,
        status=field.status,
        value=field.value,
        citations=field.citations,
        derived_from=field.derived_from,
    )
    evidence = Evidence(
        document=intake.document,
        document_digest=intake.document_digest,
        standard=intake.standard,
        places=reader.places((*field.citations, *field.derived_from)),
        rules_broken=reader.broken_rules(answer),
        head=head,
        source=intake.source,
    )
    return Exported(field=field, passport=write_passport(field, evidence, signer))


def _open_problem(item: ReviewItem) -> Problem:
    # the sentence of a rule quotes the value, which stays hidden until it is confirmed blind
    is_told = bool(item.rules_broken) and item.mode is Mode.OPEN
    broken = f" {item.rules_broken[0].sentence}" if is_told else ""
    state = "waits for approval" if item.decision is not None else "is open"
    message = f"{item.name} ({item.trigger.value.replace('_', ' ')}, item {item.item_id}) {state}.{broken}"
    return Problem(message=message, file=item.document, hint="Nothing is exported before it is reviewed.")


def _notes(intake: Intake, plan: ExportPlan, missed: MissRate | None) -> list[str]:
    policy = intake.policy
    notes = [] if missed is None else [missed.sentence]
    if not policy.is_blind:
        why = "the settings turn it off" if not policy.wants_blind else "fewer than two people are named"
        notes.append(f"No value was confirmed blind: {why}.")
    if not policy.four_eyes:
        notes.append("One person's decision was enough, but for overridden machine verdicts.")
    flagged = [one.name for one in plan.fields if one.acceptance.value == "flagged_not_reviewed"]
    if flagged:
        notes.append("Flagged, not reviewed, and exported on demand: " + ", ".join(flagged) + ".")
    return notes
