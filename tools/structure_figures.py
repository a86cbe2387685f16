"""Count what a package is made of, and how long its chains of imports are.

``.venv/bin/python tools/structure_figures.py`` prints the figures of ``src/loanproof``; another package may be named,
and ``--against OTHER`` prints another checkout beside them, as ``before``; ``--chain`` lists the longest chain.

- A module is a file ``*.py``, each ``__init__.py`` included. Of three parts the size is shown with all their folders.
- A code line holds something other than a comment or a docstring; a bare string counts as a docstring.
- A folder is listed when more than twelve modules are in it, folders within not counted.
- An import counts when it runs as the module is imported: not in a function, not under ``TYPE_CHECKING``. What is taken
  from a package is imported from its ``__init__``, unless it is itself a module; that importing a module runs the
  ``__init__`` above it does not count.
- A chain is counted in modules, both ends included. A cycle is a set of modules each of which reaches all others; in a
  chain it counts with all its members.
- The chain of definitions is another one: each name leads to the module that defines it, past every ``__init__`` that
  passes it on, and imports under ``TYPE_CHECKING`` count. It says what a reader has to follow.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

PARTS = ("values", "documents/quotes", "provenance")
MANY = 12  # modules in one folder
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Import(NamedTuple):
    """One imported name: where from, what it is called there and here, and whether only type checkers see it.

    Where a whole module is imported, it is the source, and there is no name.
    """

    source: str
    name: str
    alias: str
    is_for_types: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One file; ``folder`` is relative to the package."""

    name: str
    folder: str
    lines: int
    code_lines: int
    imports: tuple[Import, ...]


@dataclass(frozen=True, kw_only=True)
class Graph:
    """Modules, and for each those that it imports."""

    imported: Mapping[str, set[str]]

    @cached_property
    def reached(self) -> Mapping[str, set[str]]:
        """The modules that each reaches by its imports and theirs, itself included."""
        return {name: set(_walk(name, self.imported)) for name in self.imported}

    def group(self, name: str) -> set[str]:
        """Return a module with all those that it is in a cycle with."""
        return {other for other in self.reached[name] if name in self.reached[other]}

    @property
    def cycles(self) -> list[list[str]]:
        """The members of each cycle."""
        groups = {tuple(sorted(self.group(name))) for name in self.imported}
        return sorted(list(group) for group in groups if len(group) > 1)

    @cached_property
    def chain(self) -> tuple[str, ...]:
        """The longest chain of imports, from the module that nobody in it imports."""
        chains: dict[str, tuple[str, ...]] = {}
        # a module reaches more than each of those it imports, unless they are in a cycle with it: those come first
        for name in sorted(self.reached, key=lambda name: (len(self.reached[name]), name)):
            group = self.group(name)
            beyond = sorted({other for member in group for other in self.imported[member]} - group)
            chains[name] = (*sorted(group), *max((chains[other] for other in beyond), key=len, default=()))
        return max(chains.values(), key=len, default=())


@dataclass(frozen=True, kw_only=True)
class Structure:
    """A package: its modules by name."""

    modules: Mapping[str, Module]

    def part(self, folder: str) -> list[Module]:
        """Return the modules of a folder and of the folders within."""
        return [module for module in self.modules.values() if f"{module.folder}/".startswith(f"{folder}/")]

    @cached_property
    def folders(self) -> Counter[str]:
        """How many modules appear in each folder itself."""
        return Counter(module.folder for module in self.modules.values())

    @cached_property
    def imports(self) -> Graph:
        """What is imported when a module is."""
        return Graph(
            imported={
                name: {self._module_of(one) for one in module.imports if not one.is_for_types} - {name, ""}
                for name, module in self.modules.items()
            }
        )

    @cached_property
    def definitions(self) -> Graph:
        """Which modules define what a module names, imports for types included."""
        return Graph(
            imported={
                name: {self._home_of(one) for one in module.imports} - {name, ""}
                for name, module in self.modules.items()
            }
        )

    def _module_of(self, one: Import) -> str:
        """Return the module that an import names; nothing where it is of another package."""
        inner = f"{one.source}.{one.name}"
        return inner if inner in self.modules else one.source if one.source in self.modules else ""

    def _home_of(self, one: Import) -> str:
        """Return the module that defines an imported name, by way of the modules that only pass it on."""
        module = self._module_of(one)
        passed_on = self._names.get((module, one.name)) if one.name and module == one.source else None
        return module if passed_on is None else self._home_of(passed_on) or module

    @cached_property
    def _names(self) -> Mapping[tuple[str, str], Import]:
        return {(name, one.alias): one for name, module in self.modules.items() for one in module.imports}


def _walk(start: str, imported: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield ``start`` and every module that is reached from it, each once."""
    seen: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += imported[name]
            yield name


def load_structure(package: Path) -> Structure:
    """Read every module under a package folder."""
    top = package.resolve()
    modules = (_load_module(path, top) for path in sorted(top.rglob("*.py")))
    return Structure(modules={module.name: module for module in modules})


def _load_module(path: Path, package: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    within = path.relative_to(package)
    folder = ".".join((package.name, *within.parent.parts))
    return Module(
        name=folder if path.stem == "__init__" else f"{folder}.{path.stem}",
        folder=within.parent.as_posix(),
        lines=len(text.splitlines()),
        code_lines=_count_code(text, tree),
        imports=tuple(_imports(tree.body, folder)),
    )


def _count_code(text: str, tree: ast.Module) -> int:
    bare: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            bare.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - bare)


def _imports(body: Iterable[ast.AST], folder: str, *, is_for_types: bool = False) -> Iterator[Import]:
    """Yield what runs as the module is imported, and what type checkers see."""
    for node in body:
        match node:
            case ast.Import():
                yield from (Import(alias.name, "", "", is_for_types) for alias in node.names)
            case ast.ImportFrom():
                above = folder.rsplit(".", node.level - 1)[0] if node.level else ""
                source = ".".join(filter(None, (above, node.module)))
                yield from (Import(source, one.name, one.asname or one.name, is_for_types) for one in node.names)
            case ast.If() if "TYPE_CHECKING" in ast.unparse(node.test):
                yield from _imports(node.body, folder, is_for_types=True)
                yield from _imports(node.orelse, folder)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                pass
            case _:
                yield from _imports(ast.iter_child_nodes(node), folder, is_for_types=is_for_types)


def figures_of(structure: Structure, crowded: Iterable[str]) -> dict[str, int]:
    """Return the figures of a package by their labels; of the folders in ``crowded`` too."""
    figures: dict[str, int] = {}
    whole = {"": list(structure.modules.values())}
    for name, modules in (whole | {f"{part}/ ": structure.part(part) for part in PARTS}).items():
        figures[f"{name}modules"] = len(modules)
        figures[f"{name}lines"] = sum(module.lines for module in modules)
        figures[f"{name}code lines"] = sum(module.code_lines for module in modules)
    figures |= {f"modules directly in {folder}/": structure.folders[folder] for folder in crowded}
    figures["longest import chain"] = len(structure.imports.chain)
    figures["longest chain of definitions"] = len(structure.definitions.chain)
    return figures | {"import cycles": len(structure.imports.cycles)}


def main() -> None:
    """Print one aligned table, then the cycles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", nargs="?", type=Path, default=Path("src/loanproof"))
    parser.add_argument("--against", type=Path, metavar="OTHER", help="the same package of another checkout")
    parser.add_argument("--chain", action="store_true", help="list the modules of the longest chain")
    options = parser.parse_args()
    for path in filter(None, (options.package, options.against)):
        if not path.is_dir():
            parser.error(f"{path} is not a folder.")
    before = {} if options.against is None else {"before": load_structure(options.against)}
    columns = {**before, "after" if before else "now": load_structure(options.package)}
    folders = (row for structure in columns.values() for row in structure.folders.most_common())
    crowded = dict.fromkeys(folder for folder, count in folders if count > MANY)
    rows = {name: figures_of(structure, crowded) for name, structure in columns.items()}
    print(f"{'':<44}" + "".join(f"{name:>10}" for name in rows))
    for label in next(iter(rows.values())):
        print(f"{label:<44}" + "".join(f"{figures[label]:>10,}" for figures in rows.values()))
    for name, structure in columns.items():
        for cycle in structure.imports.cycles:
            print(f"cycle of {len(cycle)}, {name}: {', '.join(cycle)}")
        if options.chain:
            print(f"longest import chain, {name}:", *structure.imports.chain, sep="\n  ")


if __name__ == "__main__":
    main()
