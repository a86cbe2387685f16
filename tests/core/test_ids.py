"""Ids never need escaping, and a reference to a standard says which house published it."""

from __future__ import annotations

import pytest

from loanproof.core import StandardRef, UsageError, is_id


@pytest.mark.parametrize("text", ["LO-001", "a", "9", "a.b_c:d+e-f", "A" * 128])
def test_these_are_ids(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize("text", ["", " a", "a b", "a/b", "a\\b", "..", ".a", "-a", "a\n", "é", "<b>", "=1", "A" * 129])
def test_these_are_not_ids(text: str) -> None:
    assert not is_id(text)


@pytest.mark.parametrize(
    ("text", "name", "version", "house"),
    [
        ("eval-standards@1.0", "eval-standards", "1.0", None),
        ("eval-standards@1.1+acme", "eval-standards", "1.1+acme", "acme"),
        ("evaluation-rubric@2.10.3+a.b-c", "evaluation-rubric", "2.10.3+a.b-c", "a.b-c"),
    ],
)
def test_a_reference_is_read_and_written_the_same(text: str, name: str, version: str, house: str | None) -> None:
    ref = StandardRef.parse(text)
    assert (ref.name, ref.version, ref.house) == (name, version, house)
    assert str(ref) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "eval-standards",
        "eval-standards@",
        "eval-standards@1",
        "eval-standards@latest",
        "eval-standards@1.0 ",
        "eval-standards@1.0+",
        "eval-standards@1.0+Acme",
        "@1.0",
        "Eval@1.0",
        "../x@1.0",
        "a@1.0/../2.0",
    ],
)
def test_what_is_no_reference_is_refused_with_the_form_to_write(text: str) -> None:
    with pytest.raises(UsageError, match=r"Write name@version") as caught:
        StandardRef.parse(text)
    assert repr(text) in str(caught.value)
