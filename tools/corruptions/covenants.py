"""Ways in which a report of covenants goes wrong beyond its values and citations."""
# ruff: noqa: D103 - a way is named for what goes wrong

from __future__ import annotations

import copy

from tools.corruptions.corruption import Corruption, Way, another_digit

OPERATORS = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "<="}


def threshold_told(answer: Corruption) -> None:
    heads = ("not more than ", "at least ", "greater than ", "no less than ", "must not exceed ", "<= ", "")
    answer.change_values(lambda text: answer.draw.choice(heads) + text)


def operator_turned(answer: Corruption) -> None:
    answer.set("operator", lambda given: OPERATORS.get(given, "<="))


def operator_in_words(answer: Corruption) -> None:
    words = ("at most", "at least", "no more than", "shall not exceed", "minimum", "maximum", "n/a", "unknown", "none")
    answer.set("operator", lambda _: answer.draw.choice(words))


def frequency_changed(answer: Corruption) -> None:
    words = ("monthly", "semi_annual", "annual", "quarterly", "weekly", "at all times", "each Quarter Date", "none")
    answer.set("testing_frequency", lambda _: answer.draw.choice(words))


def frequency_says_nothing(answer: Corruption) -> None:
    answer.set("testing_frequency", lambda _: answer.nothing())


def type_changed(answer: Corruption) -> None:
    words = ("financial", "information", "negative", "positive", ["financial", "negative"], "maintenance", "unknown")
    answer.set("type", lambda _: answer.draw.choice(words))


def name_changed(answer: Corruption) -> None:
    names = ("Interest Cover", "Net Worth", "Limitation on Mergers", "the covenant", "n/a", "unknown", "Leverage Ratio")
    for covenant in answer.output["covenants"]:
        covenant["name"] = answer.draw.choice([*names, *covenant.get("also", ())])
        covenant.pop("also", None)


def covenant_repeated(answer: Corruption) -> None:
    for covenant in list(answer.output["covenants"]):
        answer.output["covenants"].append(copy.deepcopy(covenant))


def covenant_repeated_otherwise(answer: Corruption) -> None:
    for covenant in list(answer.output["covenants"]):
        other = copy.deepcopy(covenant) | {"testing_frequency": "monthly"}
        other["threshold"] = another_digit(str(covenant.get("threshold", "3.00:1")), answer.draw)
        answer.output["covenants"].append(other)


def conditions_dropped(answer: Corruption) -> None:
    for covenant in answer.output["covenants"]:
        for key in ("condition", "carve_outs", "steps", "waiver", "effective_date"):
            covenant.pop(key, None)


def extras_say_nothing(answer: Corruption) -> None:
    for covenant in answer.output["covenants"]:
        for key in ("condition", "carve_outs", "waiver", "effective_date", "secondary_type"):
            covenant[key] = answer.nothing()


def flags_turned(answer: Corruption) -> None:
    flags = answer.output["flags"]
    for period in flags.get("grace_periods", ()):
        period["days"] = answer.draw.choice([period["days"] + 1, f"{period['days']} Business Days", "none", "unknown"])
        period["unit"] = answer.draw.choice(["business", "calendar", "n/a"])
    if "cross_default" in flags:
        kinds = ("cross_acceleration", "cross_payment_default", "unknown", "not available", "n/a")
        flags["cross_default"] |= {"kind": answer.draw.choice(kinds), "present": answer.draw.choice([True, "no", None])}


def flags_say_nothing(answer: Corruption) -> None:
    answer.output["flags"] = {"grace_periods": answer.nothing(), "cross_default": answer.nothing()}


def flags_dropped(answer: Corruption) -> None:
    del answer.output["flags"]


WAYS: tuple[Way, ...] = (
    threshold_told, operator_turned, operator_in_words, frequency_changed, frequency_says_nothing, type_changed,
    name_changed, covenant_repeated, covenant_repeated_otherwise, conditions_dropped, extras_say_nothing,
    flags_turned, flags_say_nothing, flags_dropped,
)  # fmt: skip
