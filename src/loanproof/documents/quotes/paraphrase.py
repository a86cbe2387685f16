"""Whether a passage in other words still says the same: its figures, names, negations and modal verbs are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from loanproof.documents.quotes.diff import Side
from loanproof.documents.quotes.exact import Hit
from loanproof.documents.quotes.exchanges import exchanged, moved_negation, regrouped
from loanproof.documents.quotes.lookup import ValueLookup
from loanproof.documents.quotes.material import title_runs
from loanproof.documents.quotes.meanings import find_meanings
from loanproof.documents.quotes.names import is_role, name_key, singular
from loanproof.documents.quotes.result import Difference, TokenClass
from loanproof.documents.quotes.terms import Term, negation_count, terms_of, words_of

_IN_WORDS = frozenset({TokenClass.PERIOD, TokenClass.REFERENCE_RATE, TokenClass.LAW})
_LED_WORDS = 4  # words after a name, one of which says what the party is


def hard_differences(
    ours: Side, our_terms: list[Term], theirs: Side, window: Hit, lookup: ValueLookup
) -> tuple[Difference, ...]:
    """Return what a quote says that the passage does not; if empty, the quote is a paraphrase of it."""
    their_terms = terms_of(theirs.folded.text, *window)
    return (
        *_values(ours, theirs, lookup),
        *_names(ours, theirs, lookup),
        *_exchanged(ours, our_terms, theirs, their_terms),
        *_roles(our_terms, their_terms, lookup),
        *_words(our_terms, their_terms),
    )


def material_differences(
    ours: Side, our_terms: list[Term], theirs: Side, window: Hit, lookup: ValueLookup
) -> Iterator[Difference]:
    """Yield what C-16 adds: other values in words, words turned into their opposite, and swaps."""
    their_terms = terms_of(theirs.folded.text, *window)
    for mention in ours.mentions:
        if mention.token_class in _IN_WORDS and not mention.is_in_figures and not mention.is_among(theirs.keys):
            stands = lookup.holds_value(mention)
            found = ours.written(mention.start, mention.end)
            yield Difference(expected="", found=found, token_class=mention.token_class, appears_elsewhere=stands)
    yield from _replaced_names(ours, our_terms, theirs, lookup)
    yield from _opposites(ours, our_terms, theirs, window)
    yield from exchanged(ours, our_terms, theirs, their_terms)
    yield from regrouped(ours, our_terms, theirs, their_terms)
    if moved_negation(our_terms, their_terms):
        yield _word_difference(TokenClass.NEGATION, our_terms, their_terms)


def _replaced_names(ours: Side, our_terms: list[Term], theirs: Side, lookup: ValueLookup) -> Iterator[Difference]:
    """Yield a name without a legal form that replaced a party, if the document does not have its words."""
    said = {term.key for term in our_terms}
    names = [" ".join(span.of(theirs.folded.original).split()) for span in theirs.names]
    left_out = [name for name in names if said.isdisjoint(name_key(name).split())]
    for run in title_runs(ours, our_terms, 0, len(our_terms)) if left_out else ():
        words = run.split()
        if len(words) > 1 and not all(map(lookup.holds_wording, words)):
            yield Difference(expected=left_out[0], found=run, token_class=TokenClass.PARTY, appears_elsewhere=False)


def settle_names(differences: Iterable[Difference], theirs: Side, lookup: ValueLookup) -> Iterator[Difference]:
    """Yield the differences except names that the passage writes differently, or after other words."""
    names = [span.of(theirs.folded.original) for span in theirs.names]
    passage, before = f" {name_key(' '.join(theirs.lines))} ", {singular(word) for word in theirs.led_by.split()}
    for one in differences:
        is_party = one.token_class is TokenClass.PARTY
        alone = lookup.name_alone(one.found) if is_party else one.found
        is_there = not one.expected and f" {name_key(alone)} " in passage
        is_there |= bool(one.expected) and before.issuperset(one.found.split())  # a role that the sentence names first
        if is_party and (is_there or any(lookup.terms.are_one(alone, name) for name in names)):
            continue
        yield one if alone == one.found else replace(one, found=alone, appears_elsewhere=True)


def _opposites(ours: Side, our_terms: list[Term], theirs: Side, window: Hit) -> Iterator[Difference]:
    """Yield words of a set where each side has one that the other lacks; ``and`` and ``or`` do not count."""
    mine, held = (
        find_meanings(words_of(side.folded.text, start, end))
        for side, start, end in ((ours, our_terms[0].start, our_terms[-1].end), (theirs, *window))
    )
    for number in dict.fromkeys(one.number for one in mine if one.token_class is not TokenClass.CONJUNCTION):
        said, given = ({one.line: one for one in group if one.number == number} for group in (mine, held))
        new, old = (
            [one for line, one in one_side.items() if line not in other]
            for one_side, other in ((said, given), (given, said))
        )
        if new and old:
            yield Difference(
                expected=theirs.written(old[0].start, old[0].end),
                found=ours.written(new[0].start, new[0].end),
                token_class=new[0].token_class,
            )


def _values(ours: Side, theirs: Side, lookup: ValueLookup) -> Iterator[Difference]:
    for mention in ours.figures:
        if not mention.is_among(theirs.keys):
            found = ours.written(mention.start, mention.end)
            stands = lookup.holds_value(mention)
            yield Difference(expected="", found=found, token_class=mention.token_class, appears_elsewhere=stands)


def _names(ours: Side, theirs: Side, lookup: ValueLookup) -> Iterator[Difference]:
    held = {name_key(span.of(theirs.folded.original)) for span in theirs.names}
    for span in ours.names:
        name = " ".join(span.of(ours.folded.original).split())
        if not any(key.startswith(name_key(name)) for key in held):
            stands = lookup.holds_wording(name)
            yield Difference(expected="", found=name, token_class=TokenClass.PARTY, appears_elsewhere=stands)


def _exchanged(ours: Side, our_terms: list[Term], theirs: Side, their_terms: list[Term]) -> Iterator[Difference]:
    """Yield a name before words that follow another name in the passage: ``Acme Limited, as Agent``."""
    led = {_led_by(theirs, their_terms, at): at for at in range(len(their_terms))}
    for at in range(len(our_terms)):
        name = _led_by(ours, our_terms, at)
        words = _words_from(our_terms, at)
        if name is None or not words:
            continue
        others = [one for one, place in led.items() if one is not None and _words_from(their_terms, place) == words]
        if others and name_key(name) not in map(name_key, others):
            yield Difference(expected=others[0], found=name, token_class=TokenClass.PARTY, appears_elsewhere=True)


def _led_by(side: Side, terms: list[Term], at: int) -> str | None:
    """Return the name that ends right before a word, with or without a comma between them."""
    if not terms[at].is_word:
        return None
    place = side.folded.origin(terms[at].start)
    for span in side.names:
        if span.end <= place and not side.folded.original[span.end : place].strip(" .,\n\t"):
            return " ".join(span.of(side.folded.original).split())
    return None


def _words_from(terms: list[Term], at: int) -> tuple[str, ...]:
    """Return the words from a place to the first role, ``as facility agent``; empty if there is none nearby."""
    words = [term.key for term in terms[at : at + _LED_WORDS] if term.is_word]
    role = next((place for place, word in enumerate(words) if is_role(word)), None)
    return () if role is None else tuple(words[: role + 1])


def _roles(ours: list[Term], theirs: list[Term], lookup: ValueLookup) -> Iterator[Difference]:
    """Yield a role that replaced another: each side has one that the other lacks."""
    mine, held = ({singular(term.key) for term in terms if is_role(term.key)} for terms in (ours, theirs))
    if mine - held and held - mine:
        expected, found = " ".join(sorted(held - mine)), " ".join(sorted(mine - held))
        stands = any(lookup.holds_party(role) for role in mine - held)
        yield Difference(expected=expected, found=found, token_class=TokenClass.PARTY, appears_elsewhere=stands)


def _words(ours: list[Term], theirs: list[Term]) -> Iterator[Difference]:
    operators = [{term.key for term in terms if term.is_operator} for terms in (ours, theirs)]
    turned = bool(operators[0] and operators[1] and not operators[0] & operators[1])
    if turned or negation_count(ours) % 2 != negation_count(theirs) % 2:
        yield _word_difference(TokenClass.NEGATION, ours, theirs)
    mine, held = ({term.modality for term in terms} - {None} for terms in (ours, theirs))
    if held and mine - held:
        yield _word_difference(TokenClass.MODAL, ours, theirs)


def _word_difference(token_class: TokenClass, ours: list[Term], theirs: list[Term]) -> Difference:
    found, expected = (
        " ".join(
            term.key
            for term in terms
            if (term.modality if token_class is TokenClass.MODAL else term.is_negation or term.is_operator)
        )
        for terms in (ours, theirs)
    )
    return Difference(expected=expected, found=found, token_class=token_class)
