"""Ways in which a value, a threshold or an answer goes wrong."""
# ruff: noqa: D103 - a way is named for what goes wrong

from __future__ import annotations

import re

from tools.corruptions.corruption import FIGURE, VALUES, Corruption, Way, another_digit

LONG_FIGURE = re.compile(r"\d{1,3}(?:,\d{3})+")
ISO_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
MONTHS = "January February March April May June July August September October November December".split()
UNIT = re.compile(r"(?:%|per cent\.?|percent|per annum|p\.a\.|bps|USD|\$|days?|months?|years?|Business|:1(?:\.0+)?)")


def digit_dropped(answer: Corruption) -> None:
    answer.change_values(lambda text: FIGURE.sub(lambda found: found[0][:-1] or found[0], text))


def digit_altered(answer: Corruption) -> None:
    answer.change_values(lambda text: another_digit(text, answer.draw))


def figures_from_elsewhere(answer: Corruption) -> None:
    answer.change_values(lambda text: FIGURE.sub(lambda found: answer.figure(found[0]), text))


def figures_invented(answer: Corruption) -> None:
    answer.change_values(
        lambda text: FIGURE.sub(lambda _: f"{answer.draw.randint(31, 99)}.{answer.draw.randint(1, 9)}7", text)
    )


def unit_dropped(answer: Corruption) -> None:
    answer.change_values(lambda text: " ".join(UNIT.sub(" ", text).split()) or text)


def said_in_another_form(answer: Corruption) -> None:
    answer.change_values(_other_form)


def in_capitals(answer: Corruption) -> None:
    answer.change_values(str.upper)


def last_word_dropped(answer: Corruption) -> None:
    answer.change_values(lambda text: text.rpartition(" ")[0] or text)


def other_words_added(answer: Corruption) -> None:
    tails = (
        " or thereabouts",
        " (approximately)",
        ", as amended",
        " plus 1.25%",
        " and USD 7,000,000",
        " of Acme Limited",
    )
    answer.change_values(lambda text: text + answer.draw.choice(tails))


def value_is_its_quote(answer: Corruption) -> None:
    keys = VALUES[answer.output["capability"]]
    for part in answer.cited():
        for key in sorted(keys & part.keys()):
            part[key] = part["provenance"][0]["quote"]


def value_says_nothing(answer: Corruption) -> None:
    answer.replace_values(answer.nothing)


def value_says_nothing_in_part(answer: Corruption) -> None:
    answer.change_values(lambda text: text if answer.draw.random() < 0.5 else answer.nothing())


def unsure(answer: Corruption) -> None:
    words = ("LOW", "MEDIUM", "HIGH", 0.2, 0.7, {"score": 0.93, "level": "LOW"}, "unknown", None, "n/a")
    answer.set("confidence", lambda _: answer.draw.choice(words))


def _other_form(text: str) -> str:
    """Return a text with its dates, millions and percentages written otherwise."""
    text = ISO_DATE.sub(lambda found: f"{int(found[3])} {MONTHS[int(found[2]) - 1]} {found[1]}", text)
    text = LONG_FIGURE.sub(_in_millions, text)
    text = re.sub(r"(\d+\.\d+)\s?%", lambda found: f"{float(found[1]) * 100:g} basis points", text)
    text = re.sub(r"(?<=\d):1(?:\.0+)?\b", "x", text)
    return re.sub(r"^New York law$", "laws of the State of New York", text)


def _in_millions(found: re.Match[str]) -> str:
    number = int(found[0].replace(",", ""))
    return f"{number / 1_000_000:g} million" if number % 100_000 == 0 else found[0].replace(",", "")


WAYS: tuple[Way, ...] = (
    digit_dropped, digit_altered, figures_from_elsewhere, figures_invented, unit_dropped, said_in_another_form,
    in_capitals, last_word_dropped, other_words_added, value_is_its_quote, value_says_nothing,
    value_says_nothing_in_part, unsure,
)  # fmt: skip
