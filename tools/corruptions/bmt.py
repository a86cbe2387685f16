"""Ways in which a comparison with a benchmark goes wrong beyond its values and citations."""
# ruff: noqa: D103 - a way is named for what goes wrong

from __future__ import annotations

from tools.corruptions.corruption import Corruption, Way, another_digit


def finding_turned(answer: Corruption) -> None:
    answer.set("finding", lambda given: "conforms" if given == "deviation" else "deviation")


def gap_turned(answer: Corruption) -> None:
    answer.set("gap", lambda gap: {key: -one if isinstance(one, int | float) else one for key, one in gap.items()})


def gap_changed(answer: Corruption) -> None:
    by = answer.draw.choice([1, 10, 25])
    answer.set("gap", lambda gap: {key: one + by if isinstance(one, int | float) else one for key, one in gap.items()})


def gap_told(answer: Corruption) -> None:
    words = ("none", "n/a", "the deal is higher", "no difference", "100 bps", "one percentage point higher", "unknown")
    answer.set("gap", lambda _: answer.draw.choice([{"text": answer.draw.choice(words)}, answer.draw.choice(words)]))


def benchmark_changed(answer: Corruption) -> None:
    for comparison in answer.output["comparisons"]:
        given = comparison["benchmark"]["value"]
        comparison["benchmark"]["value"] = another_digit(str(given), answer.draw)


def benchmark_says_nothing(answer: Corruption) -> None:
    for comparison in answer.output["comparisons"]:
        comparison["benchmark"] |= {"reference": answer.nothing(), "value": answer.nothing()}


def publication_changed(answer: Corruption) -> None:
    for comparison in answer.output["comparisons"]:
        comparison["benchmark"]["publication"] = answer.draw.choice(["LMA", "APLMA", "LSTA", "unknown", "N.A."])


def jurisdiction_changed(answer: Corruption) -> None:
    laws = ("English law", "New York law", "Singapore law", "Victorian law", "unknown", "not stated")
    answer.output["jurisdiction"] |= {"governing_law": answer.draw.choice(laws), "disclosure": answer.nothing()}
    answer.output["jurisdiction"]["ambiguous"] = answer.draw.choice([True, False, None])


WAYS: tuple[Way, ...] = (
    finding_turned, gap_turned, gap_changed, gap_told, benchmark_changed, benchmark_says_nothing, publication_changed,
    jurisdiction_changed,
)  # fmt: skip
