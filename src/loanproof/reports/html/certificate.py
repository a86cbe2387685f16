"""The release certificate: one page with the verdict, what was tested with what, and the chain of evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loanproof import __version__
from loanproof.reports.gate_names import gate_name
from loanproof.reports.html.elements import Html, element, join, value
from loanproof.reports.html.page import render_single_page
from loanproof.reports.html.tables import NUMBER, facts, gate_mark, table
from loanproof.reports.verdict_words import (
    gates_in_scope,
    system_words,
    verdict_notes,
    verdict_sentences,
    verdict_word,
    write_limit,
    write_value,
)

if TYPE_CHECKING:
    from loanproof.reports.chain import ChainLink
    from loanproof.runs import ResultHead


def render_certificate(head: ResultHead, chain: Sequence[ChainLink], *, is_authentic: bool) -> Iterator[str]:
    """Yield the certificate. A run that is not release-ready, or not authenticated, gets one too.

    It then says so first: nothing unproved is ever certified.
    """
    ready = head.verdict.release_ready and is_authentic
    told = verdict_word(head) if ready or not head.verdict.release_ready else "NOT CERTIFIED"
    word = element("p", f"{'✓' if ready else '✗'} {told}", class_="word")
    meaning = (
        "Every gate in scope is passed, nothing else prevents a release, and the key of the house signed it."
        if ready
        else "This page certifies no release. What prevents one:"
    )
    reasons = [element("li", sentence) for sentence in verdict_sentences(head)]
    box = element(
        "div",
        word,
        element("p", meaning),
        element("ul", *reasons) if reasons else None,
        *(element("p", note, class_="dim") for note in verdict_notes(head)),
        class_="verdict ready" if ready else "verdict not-ready",
    )
    title = f"Release certificate: {system_words(head.run)}"
    body = join((element("h1", title), box, _subject(head), _gates(head), _chain(chain), _signatures()))
    yield from render_single_page(title, body)


def _subject(head: ResultHead) -> Html:
    run = head.run
    pairs = [
        ("system", _versioned(run.model_id, run.model_version)),
        ("prompt", _versioned(run.prompt_template_id, run.prompt_template_version_or_hash)),
        ("evaluator", _versioned(run.evaluator_model_id, run.evaluator_model_version)),
        ("dataset", _versioned(run.dataset_id, run.dataset_version_or_hash)),
        ("run", value(f"{run.run_id}, {run.timestamp_utc}, repeats: {run.repeats}")),
        ("code", value(run.code_version, nothing="not recorded")),
        ("judged by", value(f"{head.verdict.scope_words}, Loanproof {__version__}")),
    ]
    return facts(pairs)


def _versioned(name: str | None, version: str | None) -> Html:
    return value(None if name is None else f"{name} @ {version or 'no version'}", nothing="not recorded")


def _gates(head: ResultHead) -> Html:
    rows = [
        (
            gate_name(gate.gate),
            write_value(gate),
            write_limit(gate),
            gate_mark(head, gate),
        )
        for gate in gates_in_scope(head)
    ]
    return join((element("h2", "Gates"), table("Gates", ["gate", ("value", NUMBER), ("needed", NUMBER), ""], rows)))


def _chain(chain: Sequence[ChainLink]) -> Html:
    items = [element("li", element("strong", link.name), Html("<br>"), element("code", link.digest)) for link in chain]
    seal = chain[-1].seal if chain else ""
    told = "Each digest is sealed together with all before it; whoever holds the parts can compute the seal again."
    return join(
        (
            element("h2", "Chain of evidence"),
            element("ol", *items),
            element("p", element("strong", "Seal "), element("code", seal)),
            element("p", told, class_="dim small"),
        )
    )


def _signatures() -> Html:
    lines = [
        element("p", f"{role}: ______________________  Date: ____________") for role in ("Prepared by", "Approved by")
    ]
    return join((element("h2", "Signatures"), *lines))
