"""The style sheets of an HTML page: their rules, and which of them apply to an element.

Selectors of elements, classes, ids and attributes with all combinators are understood, and rules for the screen. Of any
other rule it is said that it may apply. All takes time in proportion to the page; :attr:`Sheet.steps` ends it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from lxml import etree

Declarations: TypeAlias = dict[str, str]

_BOUND = re.compile(r"[{};]")
_COMMENT_SIGN = re.compile(r"<!--|-->")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))")
_GROUPS = ("@media", "@supports", "@layer", "@container", "@document", "@scope", "@starting-style")
_SCREEN = re.compile(r"@media\s*(?:only\s+)?(?:screen|all)?|@layer\b.*", re.DOTALL)
_PRINT = re.compile(r"@media\s*(?:only\s+)?(?:print|speech|aural|braille|tty|tv|projection|handheld)\b[^,]*", re.DOTALL)
_TOKEN = re.compile(
    r"\s*(?P<relation>[>+~])\s*|(?P<below>\s+)|(?P<tag>\*|[\w-]+)|\.(?P<class>[\w-]+)|\#(?P<id>[\w-]+)"
    r"|\[\s*(?P<name>[\w:-]+)\s*(?:(?P<how>[~|^$*]?=)\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\]\s\"']+)\s*)?\]"
    r"|(?P<pseudo>::?[\w-]+(?:\([^()]*\))?)"
)
# States that a page does not have when it is opened, and pieces that a browser adds.
_NOT_AT_FIRST = re.compile(
    r":(?:hover|active|visited|focus(?:-within|-visible)?|target|checked)|::.*|:(?:before|after)"
)
_SIZE = re.compile(r"(?:^|\s)((?:[0-9]*\.)?[0-9]+(?:pt|px|pc|em|rem|ex|ch|%|in|cm|mm|vw|vh)|0)(?=[\s/])", re.IGNORECASE)
_DISPLAYS = frozenset(
    "none block inline inline-block list-item contents flow flow-root flex inline-flex grid inline-grid table "
    "inline-table run-in inherit initial unset revert".split()
)
_VISIBILITIES = frozenset("visible hidden collapse inherit initial unset revert".split())
_MOST_SELECTORS = 20_000
_MOST_STEPS = 2_000_000
_LONG = 500  # characters of an attribute; a longer one is not remembered


class Said(NamedTuple):
    """The declarations of one rule or attribute."""

    plain: Declarations
    important: Declarations


class _Compound(NamedTuple):
    """One element of a selector, and its relation to the one before it."""

    relation: str
    tag: str
    classes: tuple[str, ...]
    ids: tuple[str, ...]
    attributes: tuple[tuple[str, str, str], ...]
    pseudo: tuple[str, ...]


class _Rule(NamedTuple):
    compounds: tuple[_Compound, ...]  # empty if the selector is not understood
    weight: tuple[int, int, int]
    order: int
    said: Said
    is_sure: bool  # whether it is for a screen, as far as it is understood


@dataclass(slots=True)
class Sheet:
    """The rules of the style sheets in a page, by what the last element of their selector has."""

    rules: defaultdict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))
    is_whole: bool = True  # whether no styles are in other files
    steps: int = _MOST_STEPS  # that are left for finding the rules of elements

    @classmethod
    def of(cls, root: etree._Element) -> Sheet:
        """Return the rules of a page."""
        sheet = cls(is_whole=not any("stylesheet" in (one.get("rel") or "").lower() for one in root.iter("link")))
        order = 0
        for style in root.iter("style"):
            if (style.get("type") or "text/css").strip().lower() != "text/css":
                continue
            source = f"@media {style.get('media') or 'all'}{{{''.join(style.itertext())}"
            for head, body, is_sure in sheet._blocks(_COMMENT_SIGN.sub(" ", without_comments(source))):
                said = declared(body)
                for selector in head.split(","):
                    order += 1
                    if order > _MOST_SELECTORS:
                        sheet.steps = 0
                        return sheet
                    sheet._add(selector.strip().lower(), said, order, is_sure=is_sure)
        return sheet

    def said(self, element: etree._Element, name: str) -> tuple[Declarations, list[Declarations]]:
        """Return what is declared for an element, the strongest last, and what may be declared for it."""
        own = declared(element.get("style") or "")
        found: list[_Rule] = []
        unsure: list[Declarations] = []
        for rule in self._candidates(element, name) if self.rules else ():
            if self.steps <= 0:
                break
            self.steps -= 1
            fits = self._fits(rule.compounds, element)
            if fits and rule.is_sure:
                found.append(rule)
            elif fits is not False:
                unsure.append(rule.said.plain | rule.said.important)
        if not found:
            return (own.plain | own.important if own.important else own.plain), unsure
        found.sort(key=lambda rule: (rule.weight, rule.order))
        plain: Declarations = {}
        important: Declarations = {}
        for rule in found:
            plain |= rule.said.plain
            important |= rule.said.important
        return plain | own.plain | important | own.important, unsure

    def _blocks(self, source: str) -> Iterator[tuple[str, str, bool]]:
        """Yield the selectors and the declarations of each rule for the screen, and whether it surely applies."""
        groups: list[bool | None] = []  # whether each open group applies; None if that is not known
        depth = start = 0  # of braces inside a rule
        head = ""
        for bound in _BOUND.finditer(source + "}"):
            sign, at = bound[0], bound.start()
            if depth:
                depth += {"{": 1, "}": -1}.get(sign, 0)
                if not depth or bound.end() > len(source):
                    depth = 0
                    own, nested, others = source[start:at].partition("{")
                    if not head.startswith("@") and False not in groups:
                        yield head, own.rpartition(";")[0] if nested else own, None not in groups
                        if nested:  # rules inside a rule may apply to anything
                            yield "", others.replace("{", ";").replace("}", ";"), False
                    start = bound.end()
                continue
            head = source[start:at].strip()
            if sign == "{" and head.lower().startswith(_GROUPS):
                condition = _ESCAPE.sub(r"\2", head).strip().lower()
                groups.append(True if _SCREEN.fullmatch(condition) else False if _PRINT.fullmatch(condition) else None)
            elif sign == "{":
                depth = 1
            elif sign == "}" and len(groups) > 1:  # the first is the sheet itself
                groups.pop()
            elif sign == ";" and not head.startswith("@"):
                continue
            elif head.lower().startswith("@import"):
                self.is_whole = False
            start = bound.end()

    def _add(self, selector: str, said: Said, order: int, *, is_sure: bool) -> None:
        compounds = _compounds(selector)
        if compounds is None:
            self.rules["*"].append(_Rule((), (0, 0, 0), order, said, is_sure))
            return
        last = compounds[-1]
        keys = (*(f"#{one}" for one in last.ids), *(f".{one}" for one in last.classes), last.tag)
        weight = (
            sum(len(one.ids) for one in compounds),
            sum(len(one.classes) + len(one.attributes) + len(one.pseudo) for one in compounds),
            sum(one.tag != "*" for one in compounds),
        )
        self.rules[keys[0]].append(_Rule(compounds, weight, order, said, is_sure))

    def _candidates(self, element: etree._Element, name: str) -> Iterator[_Rule]:
        keys = ["*", name, *{f".{one}" for one in (element.get("class") or "").lower().split()}]
        for key in (*keys, f"#{(element.get('id') or '').lower()}"):
            if key in self.rules:
                yield from self.rules[key]

    def _fits(self, compounds: tuple[_Compound, ...], element: etree._Element | None) -> bool | None:
        """Return whether a selector fits an element; ``None`` if that is not known."""
        if not compounds:
            return None
        self.steps -= 1
        *others, last = compounds
        here = False if element is None else _is(element, last)
        if not here or not others or element is None:
            return here
        before: bool | None = False
        other = element.getparent() if last.relation in " >" else element.getprevious()
        while other is not None and self.steps > 0:
            fits = self._fits(tuple(others), other)
            before = fits if fits or before is False else before
            if fits or last.relation in ">+":
                break
            other = other.getparent() if last.relation == " " else other.getprevious()
        return before if self.steps > 0 else None


def without_comments(source: str) -> str:
    """Return a style sheet without its comments; one that does not end goes to the end."""
    if "/*" not in source:
        return source
    pieces: list[str] = []
    at = 0
    while (start := source.find("/*", at)) >= 0:
        pieces.append(source[at:start])
        end = source.find("*/", start + 2)
        at = len(source) if end < 0 else end + 2
    return "".join((*pieces, source[at:]))


def declared(text: str) -> Said:
    """Return the declarations in a ``style`` attribute or in the braces of a rule, the last of a name."""
    return _remembered(text) if len(text) < _LONG else _declared(text)


def _declared(text: str) -> Said:
    said = Said({}, {})
    if "\\" in text:
        text = _ESCAPE.sub(lambda match: chr(min(int(match[1], 16), 0x10FFFF)) if match[1] else match[2] or "", text)
    for part in without_comments(text).split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        value, _, word = value.partition("!")
        value = value.strip()
        if not colon or not value or not _is_known(name, value.lower()):
            continue
        into = said.important if word.strip().lower() == "important" else said.plain
        into[name] = value
        if name == "font" and (size := _SIZE.search(value)):
            into["font-size"] = size[1]
    return said


_remembered = lru_cache(maxsize=4096)(_declared)


def _is_known(name: str, value: str) -> bool:
    """Return whether a browser would take a value; one that it does not know leaves the one before it."""
    if "(" in value or name not in ("display", "visibility"):
        return True
    if name == "visibility":
        return value in _VISIBILITIES
    return all(one in _DISPLAYS or one.startswith(("-", "table-", "ruby")) for one in value.split())


def _compounds(selector: str) -> tuple[_Compound, ...] | None:
    """Return the elements of a selector in lower case, first to last; ``None`` if it is not understood."""
    found: list[_Compound] = []
    relation = ""
    tag, parts, at = "", defaultdict[str, list[str]](list), 0
    attributes: list[tuple[str, str, str]] = []
    while at < len(selector):
        token = _TOKEN.match(selector, at)
        if token is None:
            return None
        at, kind = token.end(), token.lastgroup
        if kind in ("relation", "below"):
            found.append(_compound(relation, tag, parts, attributes))
            relation = (token["relation"] or " ").strip() or " "
            tag, parts, attributes = "", defaultdict(list), []
        elif kind == "tag":
            tag = token["tag"]
        elif kind in ("name", "value"):
            attributes.append((token["name"], token["how"] or "", (token["value"] or "").strip("\"'")))
        elif kind is not None:
            parts[kind].append(token[kind])
    if not (tag or parts or attributes):
        return None
    return (*found, _compound(relation, tag, parts, attributes))


def _compound(
    relation: str, tag: str, parts: dict[str, list[str]], attributes: list[tuple[str, str, str]]
) -> _Compound:
    classes, ids, pseudo = (tuple(parts.get(kind, ())) for kind in ("class", "id", "pseudo"))
    return _Compound(relation, tag or "*", classes, ids, tuple(attributes), pseudo)


def _is(element: etree._Element, wanted: _Compound) -> bool | None:
    """Return whether one element is as a part of a selector says; ``None`` if that is not known."""
    if wanted.tag != "*" and (not isinstance(element.tag, str) or wanted.tag != element.tag.lower()):
        return False
    if wanted.ids and any(one != (element.get("id") or "").lower() for one in wanted.ids):
        return False
    if wanted.classes and not {*wanted.classes} <= {*(element.get("class") or "").lower().split()}:
        return False
    if not all(_has(element.get(name), how, value) for name, how, value in wanted.attributes):
        return False
    answers = [_is_pseudo(element, one) for one in wanted.pseudo]
    return False if False in answers else None if None in answers else True


def _has(attribute: str | None, how: str, value: str) -> bool:
    if attribute is None or not how:
        return attribute is not None
    attribute = attribute.lower()
    match how:
        case "=":
            return attribute == value
        case "~=":
            return value in attribute.split()
        case "|=":
            return attribute == value or attribute.startswith(f"{value}-")
        case "^=":
            return bool(value) and attribute.startswith(value)
        case "$=":
            return bool(value) and attribute.endswith(value)
        case _:
            return bool(value) and value in attribute


def _is_pseudo(element: etree._Element, wanted: str) -> bool | None:
    if _NOT_AT_FIRST.fullmatch(wanted):
        return False
    match wanted:
        case ":root":
            return element.getparent() is None
        case ":first-child":
            return element.getprevious() is None
        case ":last-child":
            return element.getnext() is None
        case _:
            return None
