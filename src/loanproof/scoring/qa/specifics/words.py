"""Loads the words that are used to read specifics without a type (``specifics.words.yaml``)."""

from __future__ import annotations

from loanproof.core import SingleWords, Words, WordTable, load_words


class SpecificWords(WordTable):
    """The words for ruling C-22; the word table explains each group."""

    limits: Words
    references: SingleWords
    pointing: SingleWords
    structure: SingleWords
    synonyms: dict[str, SingleWords]
    computing: Words
    announcing: Words
    titles: SingleWords
    institutions: SingleWords
    ordinary: SingleWords
    short_forms: SingleWords
    endings: SingleWords
    instruments: SingleWords
    laws: SingleWords
    said_otherwise: dict[str, SingleWords]
    sharing: SingleWords
    lowering: SingleWords
    closing: SingleWords
    rhythms: dict[str, SingleWords]
    own_instrument: SingleWords
    examples: Words
    supposing: SingleWords
    governing_supposed: SingleWords
    resulting: SingleWords
    speech: SingleWords
    telling: Words


WORDS = load_words(__package__, "specifics", SpecificWords)
