"""What a report says about the rulings behind a result is true of the version that judged it."""

from __future__ import annotations

from dataclasses import replace

from tests.conformance.flipping import flipped

from loanproof.reports.ruling_words import ruling_sentences
from loanproof.standards import load_contract

R1, R2 = load_contract("eval-standards@1.0+r1"), load_contract("eval-standards@1.0+r2")


def test_revision_1_has_all_its_rulings_in_force_and_nobody_approved_them() -> None:
    assert list(ruling_sentences(R1)) == [
        "72 rulings in force.",
        "No house has approved these rulings; a house does so by publishing a version of its own.",
    ]


def test_a_draft_says_that_it_is_one_and_which_rulings_are_off() -> None:
    without = flipped(R2, "parameters.clarifications.nothing_said", "off")
    without = replace(without, identity=R2.identity.model_copy(update={"draft": True}))
    first, draft, touching, _ = ruling_sentences(without)
    assert "rulings in force; off: C-17" in first
    assert "C-18" not in first
    assert draft == "This revision is a draft: what is off is not built yet, and nothing is released under it."
    touched = ["C-16", "C-22", "C-31", "C-32", "C-33", "C-34", "C-35", "C-36", "C-37"]
    assert touching == f"Rulings in force that touch the hallucination policy: {', '.join(touched)}."


def test_a_ruling_that_touches_the_hallucination_policy_is_named_with_the_people_who_approved_it() -> None:
    touched = [one.model_copy(update={"touches_hallucination": one.id == "C-17"}) for one in R2.rulings]
    identity = R2.identity.model_copy(update={"approved_by": ("A. Tan", "B. Cole")})
    approved = replace(R2, rulings=tuple(touched), identity=identity)
    *_, touching, people = ruling_sentences(approved)
    assert touching == "Rulings in force that touch the hallucination policy: C-17."
    assert people == "Approved by A. Tan, B. Cole."
