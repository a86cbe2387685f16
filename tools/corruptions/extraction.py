"""Ways in which an extraction goes wrong beyond its values and citations."""
# ruff: noqa: D103 - a way is named for what goes wrong

from __future__ import annotations

from tools.corruptions.citations import cited_by_a_heading
from tools.corruptions.corruption import FIGURE, Corruption, Way

RATES = ("margin", "commitment_fee", "reference_rate")


def status_contradicts(answer: Corruption) -> None:
    states = ("absent", "illegible", "undeterminable", "amended", "unchanged", "extracted", "unknown", "n/a")
    for _, field in answer.fields():
        field["status"] = answer.draw.choice([one for one in states if one != field["status"]])


def status_dropped(answer: Corruption) -> None:
    for _, field in answer.fields():
        del field["status"]


def absent_is_given(answer: Corruption) -> None:
    given = {"margin": "2.25% per annum", "commitment_fee": "0.35%", "tenor": "7 years", "guarantors": ["Acme plc"]}
    quotes = [citation for citation in answer.citations() if citation.get("quote")]
    for name, field in answer.fields():
        if field["status"] != "extracted" and quotes:
            value = given.get(name, "USD 12,000,000")
            field |= {"status": "extracted", "value": value, "provenance": [dict(answer.draw.choice(quotes))]}


def rate_of_a_heading(answer: Corruption) -> None:
    """Give the number of a heading for a rate, and cite the heading."""
    cited_by_a_heading(answer)
    for name, field in answer.fields():
        if name in RATES and field.get("provenance"):
            number = FIGURE.findall(field["provenance"][0]["quote"])[:1] or ["7"]
            field["value"] = answer.draw.choice([f"{number[0]}%", f"{number[0]}.00% per annum", number[0]])


def rate_as_a_bare_figure(answer: Corruption) -> None:
    for name, field in answer.fields():
        if name in RATES and field.get("provenance"):
            figures = FIGURE.findall(str(field["value"]))
            field["value"] = answer.draw.choice(figures) if figures else "2.5"


def one_rate_of_a_table(answer: Corruption) -> None:
    """Give one figure of a schedule or table for the whole of it, with its sign or in basis points."""
    for name, field in answer.fields():
        if name in RATES and field.get("provenance"):
            figures = FIGURE.findall(field["provenance"][-1]["quote"])
            if figures:
                figure = answer.draw.choice(figures)
                field["value"] = answer.draw.choice([f"{figure}%", f"{figure}% per annum", f"{figure} bps"])


def tranches_exchanged(answer: Corruption) -> None:
    tranches = answer.output.get("tranches", ())
    labels = [one["label"] for one in tranches]
    for tranche, label in zip(tranches, labels[1:] + labels[:1], strict=True):
        tranche["label"] = label


def scope_dropped(answer: Corruption) -> None:
    for _, field in answer.fields():
        field.pop("scope", None)
        if field["status"] == "extracted":
            field["scope"] = [answer.nothing()]


def fields_left_out(answer: Corruption) -> None:
    for holder in (answer.output, *answer.output.get("tranches", ())):
        holder["fields"] = {name: one for name, one in holder["fields"].items() if answer.draw.random() < 0.5}


def bare_fields(answer: Corruption) -> None:
    """Write a field as its value alone, not as an object."""
    for holder in (answer.output, *answer.output.get("tranches", ())):
        holder["fields"] = {name: one.get("value", answer.nothing()) for name, one in holder["fields"].items()}


WAYS: tuple[Way, ...] = (
    status_contradicts, status_dropped, absent_is_given, rate_of_a_heading, rate_as_a_bare_figure,
    one_rate_of_a_table, tranches_exchanged, scope_dropped, fields_left_out, bare_fields,
)  # fmt: skip
