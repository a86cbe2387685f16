"""Items of a list of conditions precedent."""

from __future__ import annotations

from loanproof.core import Span
from loanproof.values.condition.compare import compare_conditions
from loanproof.values.condition.parse import name_of_condition, parse_condition
from loanproof.values.condition.value import ConditionItem
from loanproof.values.kind import Kind
from loanproof.values.mentions import Mentions, Strictness
from loanproof.values.reading import Comparison, Context, Found, Reading
from loanproof.values.text.content_words import holds_half
from loanproof.values.text.tokens import Tokens


class ConditionKind(Kind[ConditionItem]):
    """Items of a list of conditions precedent, identified by their content words."""

    name = "condition"
    noun = "condition precedent"
    is_described = True

    def parse(self, text: str, context: Context) -> Reading[ConditionItem]:
        """Read one item of a list."""
        return parse_condition(text, context)

    def find(self, tokens: Tokens, context: Context) -> tuple[Found[ConditionItem], ...]:
        """Find nothing: any paragraph may be a condition."""
        del tokens, context
        return ()

    def canonical(self, value: ConditionItem) -> str:
        """Return the words in alphabetical order."""
        return " ".join(sorted(value.words))

    def compare(self, expected: ConditionItem, given: ConditionItem) -> Comparison:
        """Compare a given item with the expected one."""
        return compare_conditions(expected, given)

    def forms(self, value: ConditionItem) -> tuple[str, ...]:
        """Return the item as it was written."""
        return (value.text,)

    def appears(self, value: ConditionItem, mentions: Mentions, strictness: Strictness) -> tuple[Span, ...]:
        """Return the paragraphs that contain at least half of the words of an item."""
        del strictness
        name = name_of_condition(value.text)
        return tuple(span for span, words in mentions.paragraphs if holds_half(name, words))


CONDITION_KIND = ConditionKind()
