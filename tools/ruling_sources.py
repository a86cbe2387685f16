"""From a ruling to the functions that apply it and the rows and tests that show it, found in the sources.

A function applies a ruling where it names its id, or reads a figure that the ruling sets, such as
``parameters.cp.recall_partial``, also by way of a local name (``rule = standard.parameters.cp``) or of a method of the
standard (``standard.score_of``).
A row of a table under ``tests`` shows it where its ``rule`` or ``ruling`` names the id, or its ``path`` is what the
ruling sets; a test where it is marked with it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from loanproof.standards import Contract, Rubric
from loanproof.standards.rulings import PARAMETERS
from tools.standard_leaves import ANY, Leaf, leaves_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from loanproof.standards import Ruling

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "loanproof"
TESTS = ROOT / "tests"
_ID = re.compile(r"\b[AC]-\d\d\b")
_PARTS = frozenset({*Contract.model_fields, *Rubric.model_fields})
_ROOTS = frozenset({"contract", "rubric"})
_STANDARDS = "standards"
_OTHERS = frozenset({_STANDARDS, "cli", "reports", "web"})  # they hold and show what others apply
_SWITCHES = "parameters.clarifications"  # who lists all of them applies none
_WHOLE_PARTS = frozenset({"score"})  # read by the name of a label, so no longer path is ever spelled out
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_STEPS = (ast.Attribute, ast.Subscript, ast.Name)
_Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
_Constants: TypeAlias = "dict[str, frozenset[str]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one function names and reads of a standard: ids of rulings, and dotted paths."""

    function: str
    ids: frozenset[str]
    paths: frozenset[str]


def functions_of(ruling: Ruling) -> list[str]:
    """Return the functions that apply a ruling, as ``package.module:function``, in the order of the alphabet."""
    return sorted({one.function for one in _readings() if ruling.id in one.ids or _reads(one, ruling.sets)})


def shown_by(ruling: Ruling) -> dict[str, list[str]]:
    """Return the rows and tests that show a ruling, by the file that holds them."""
    found: dict[str, list[str]] = {}
    for (file, ids, paths), names in _rows().items():
        if ruling.id in ids or any(_is_part_of(path, place) for path in paths for place in ruling.sets):
            found.setdefault(file, []).extend(names)
    return {file: sorted(set(found[file])) for file in sorted(found)}


def leaves_set_by(ruling: Ruling) -> list[Leaf]:
    """Return the leaves of the standards that a ruling sets."""
    return [leaf for leaf in _leaves() if any(_is_part_of(leaf.path, place) for place in ruling.sets)]


@cache
def _leaves() -> tuple[Leaf, ...]:
    return tuple(leaf for model in (Contract, Rubric) for leaf in leaves_of(model))


def _reads(reading: Reading, places: Iterable[str]) -> bool:
    return any(_is_part_of(path, place) or _is_part_of(place, path) for path in reading.paths for place in places)


@cache
def _is_part_of(path: str, whole: str) -> bool:
    """Return whether a path is another one or leads into it; ``*`` is any step."""
    steps, wanted = path.split("."), whole.split(".")
    return len(steps) >= len(wanted) and all(
        step == other or ANY in (step, other) for step, other in zip(steps, wanted, strict=False)
    )


@cache
def _readings() -> tuple[Reading, ...]:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCES.rglob("*.py"))}
    standard = trees[SOURCES / _STANDARDS / "standard.py"]
    methods = {one.name if _is_property(one) else f"{one.name}()": paths_of(one, {}) for _, one in _functions(standard)}
    rest = {path: tree for path, tree in trees.items() if path.relative_to(SOURCES).parts[0] not in _OTHERS}
    own = {_module(path): dict(_constants(tree)) for path, tree in rest.items()}
    known = {path: names_of_ids(_module(path), tree, own) for path, tree in rest.items()}
    found = (
        Reading(
            function=f"{'.'.join(path.relative_to(SOURCES).with_suffix('').parts)}:{name}",
            ids=frozenset(_ids(function, known[path])),
            paths=frozenset(paths_of(function, methods)),
        )
        for path, tree in rest.items()
        for name, function in _functions(tree)
    )
    return tuple(one for one in found if one.ids or one.paths)


@cache
def _nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return a tree with all that is in it; each is asked about several times."""
    return tuple(ast.walk(tree))


def _functions(tree: ast.Module) -> Iterator[tuple[str, _Function]]:
    """Yield the functions of a module and the methods of its classes; one inside another belongs to it."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, _FUNCTIONS))
        elif isinstance(node, _FUNCTIONS):
            yield node.name, node


def _is_property(function: _Function) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "property" for one in function.decorator_list)


def _constants(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the names that a module gives to ids of rulings, with the ids."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            ids = frozenset(_texts(node.value))
            if ids:
                yield node.targets[0].id, ids


def _module(path: Path) -> str:
    """Return the name by which a module is imported."""
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def names_of_ids(module: str, tree: ast.Module, own: Mapping[str, _Constants]) -> _Constants:
    """Return the names that mean ids of rulings in a module: its own, and those that it imports from others.

    The same name may mean something else in every module; ``own`` has the names that each module defines.
    """
    names = dict(own.get(module, {}))
    for node in _nodes(tree):
        if isinstance(node, ast.ImportFrom):
            known = own.get(node.module or "", {})
            names |= {one.asname or one.name: known[one.name] for one in node.names if one.name in known}
    return names


def _ids(function: _Function, constants: _Constants) -> Iterator[str]:
    yield from _texts(function)
    for node in _nodes(function):
        if isinstance(node, ast.Name):
            yield from constants.get(node.id, ())


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in _nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _ID.fullmatch(node.value):
            yield node.value


def paths_of(function: _Function, methods: dict[str, set[str]]) -> set[str]:
    """Return the paths of a standard that a function reads, the longest that it spells out."""
    aliases = dict(_aliases(function))
    inner = {id(node.value) for node in _nodes(function) if isinstance(node, ast.Attribute | ast.Subscript)}
    named = {id(value) for _, value in _assigned(function)}
    found: set[str] = set()
    for node in _nodes(function):
        if isinstance(node, _STEPS) and isinstance(node.ctx, ast.Load) and id(node) not in inner | named:
            found.add(_path(node, aliases))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found |= methods.get(f"{node.func.attr}()", set())
        elif isinstance(node, ast.Attribute):
            found |= methods.get(node.attr, set())
    return {path for path in found if ("." in path or path in _WHOLE_PARTS) and path != _SWITCHES}


def _aliases(function: _Function) -> Iterator[tuple[str, str]]:
    known: dict[str, str] = {}
    for name, value in _assigned(function):
        path = _path(value, known)
        if path:
            known[name] = path
            yield name, path


def _assigned(function: _Function) -> Iterator[tuple[str, ast.expr]]:
    """Yield each local name with what it is made of; ``rule, given = a, b`` gives two."""
    for node in _nodes(function):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for one, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(one, ast.Name):
                        yield one.id, value


def _path(node: ast.expr, aliases: dict[str, str]) -> str:
    """Return the path of a standard that an expression is, from its part on; nothing where it is none."""
    steps: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        steps.insert(0, node.attr if isinstance(node, ast.Attribute) else ANY)
        node = node.value
    if isinstance(node, ast.Name) and node.id in aliases:
        return ".".join((aliases[node.id], *steps))
    if isinstance(node, ast.Name):
        steps.insert(0, node.id)
    for at, step in enumerate(steps):
        if step == PARAMETERS or (step in _PARTS and at and steps[at - 1] in _ROOTS):
            return ".".join(steps[at:])
    return ""


@cache
def _rows() -> dict[tuple[str, frozenset[str], frozenset[str]], list[str]]:
    found: defaultdict[tuple[str, frozenset[str], frozenset[str]], list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("*.yaml")):
        for name, row in _named(_load(path)):
            ids = frozenset(_ID.findall(f"{row.get('rule', '')} {row.get('ruling', '')}"))
            paths = frozenset([str(row["path"])] if "path" in row and "value" in row else ())
            if ids or paths:
                found[_file(path), ids, paths].append(name)
    tests = ((path, path.read_text(encoding="utf-8")) for path in sorted(TESTS.rglob("test_*.py")))
    for path, text in ((path, text) for path, text in tests if "mark.ruling" in text):
        for name, function in _functions(ast.parse(text)):
            ids = frozenset(text for mark in function.decorator_list if _is_mark(mark) for text in _texts(mark))
            if ids:
                found[_file(path), ids, frozenset()].append(name)
    return dict(found)


def _is_mark(node: ast.expr) -> bool:
    """Return whether a decorator is ``@pytest.mark.ruling("A-17")``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "ruling"


def _load(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)
    except yaml.YAMLError:
        return None  # broken on purpose, for a test of how that is told


def _file(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _named(data: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each mapping of a table with the name of its row: its id, what it changes, or why it is there."""
    if isinstance(data, dict):
        name = next((str(data[key]) for key in ("id", "path", "why") if key in data), name)
        yield name, data
        data = list(data.values())
    if isinstance(data, list):
        for one in data:
            yield from _named(one, name)
