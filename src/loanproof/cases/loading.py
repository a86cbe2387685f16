"""Loads a :class:`Suite` from a folder, collecting every problem of every file before refusing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

import yaml

from loanproof.cases.case import Case, DocumentCase, case_models
from loanproof.cases.case_files import load_case_data
from loanproof.cases.citations import count_citations
from loanproof.cases.deal_rules import check_deal
from loanproof.cases.deals_of_suite import Deals
from loanproof.cases.known_issues import load_known_issues
from loanproof.cases.questions import check_questions
from loanproof.cases.rules import ID_HINT, check_case, is_inside
from loanproof.cases.suite import (
    CASES_FOLDER,
    DOCUMENTS_FOLDER,
    LOAN_CAPABILITIES,
    SUITE_FILE,
    GateSet,
    LocatedCase,
    Suite,
    SuiteFile,
)
from loanproof.cases.twins import check_twins
from loanproof.core import (
    Capability,
    FileError,
    FormatError,
    InputError,
    Problem,
    StandardRef,
    StandardRefused,
    UsageError,
    YamlText,
    is_id,
    load_yaml,
    validate_yaml,
)
from loanproof.standards import OUR_CONTRACT, EvalStandard, load_contract

DOCUMENT_SUFFIXES = frozenset({".pdf", ".docx", ".html", ".htm", ".txt", ".md"})

_LONGEST_NAME = 255  # of a file
_CASE_SUFFIXES = frozenset({".yaml", ".yml", ".jsonl"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What could be read of a folder: a suite of the valid cases, and the problems of the rest.

    Attributes:
        suite: ``None`` if ``suite.yaml`` itself cannot be read.
        problems: Every problem of every file.
        cases: How many cases there are, valid or not.
        left_out: The number of citations of each invalid case.
    """

    suite: Suite | None
    problems: tuple[Problem, ...]
    cases: int
    left_out: tuple[int, ...] = ()


def load_suite(path: Path) -> Suite:
    """Read a suite, or raise one :class:`FormatError` that lists every problem of every file with its line.

    ``path`` is the folder, or the ``suite.yaml`` in it. Named documents must exist; their content is not checked.
    """
    survey = survey_suite(path)
    if survey.problems or survey.suite is None:
        raise FormatError.of(survey.problems)
    return survey.suite


def suite_folder(path: Path) -> Path:
    """Return the folder of a suite, given the folder or its ``suite.yaml``, or raise :class:`FileError`."""
    folder = path.parent if path.name == SUITE_FILE else path
    if not (folder / SUITE_FILE).is_file():
        hint = "Name the folder of a suite; loanproof init DIR makes one."
        raise FileError(f"there is no {SUITE_FILE} here.", file=folder, hint=hint)
    return folder


def survey_suite(path: Path) -> Survey:
    """Read as much of a suite as possible. Only a folder that is not a suite raises :class:`FileError`."""
    folder = suite_folder(path)
    problems: list[Problem] = []
    settings, source = _load_settings(folder / SUITE_FILE, problems)
    standard = _load_standard(settings, source, problems)
    cases, left_out = _load_cases(folder, standard, problems)
    met = len(cases) + len(left_out)
    if settings is None or source is None:
        return Survey(suite=None, problems=tuple(problems), cases=met)
    problems += _check_gates(settings, source, cases)
    problems += _check_claims(settings, cases)
    suite = Suite(
        folder=folder,
        settings=settings,
        cases=tuple(cases),
        documents=_list_documents(folder),
        known_issues=load_known_issues(folder, {located.case.id for located in cases}, problems),
    )
    return Survey(suite=suite, problems=tuple(problems), cases=met, left_out=tuple(left_out))


def _load_settings(path: Path, problems: list[Problem]) -> tuple[SuiteFile | None, YamlText | None]:
    try:
        source = load_yaml(path)
        settings = validate_yaml(SuiteFile, source)
    except InputError as error:
        problems += error.problems
        return None, None
    problems += _check_names(settings, source)
    return settings, source


def _check_names(settings: SuiteFile, source: YamlText) -> Iterator[Problem]:
    if not is_id(settings.id):
        message, hint = f"{settings.id[:60]!r} cannot be an id.", ID_HINT
        yield Problem(message=message, file=source.file, line=source.line_of(("id",)), hint=hint)
    for key, written, name in (
        ("standard", settings.standard, "eval-standards"),
        ("rubric", settings.rubric, "evaluation-rubric"),
    ):
        try:
            is_right = StandardRef.parse(written).name == name
        except UsageError:
            is_right = False
        if not is_right:
            message, hint = f"{key}: {written[:60]!r} is not a version of {name}.", f"Write {name}@1.0."
            yield Problem(message=message, file=source.file, line=source.line_of((key,)), hint=hint)


def _load_standard(settings: SuiteFile | None, source: YamlText | None, problems: list[Problem]) -> EvalStandard:
    """Return the contract of a suite, or our newest if it cannot be loaded, so that the cases are still checked."""
    try:
        return load_contract(OUR_CONTRACT if settings is None else settings.standard)
    except (InputError, UsageError) as error:
        line = None if source is None else source.line_of(("standard",))
        if isinstance(error, StandardRefused) and source is not None:
            problems += [
                Problem(message=one.message, file=one.file or source.file, line=one.line or line, hint=one.hint)
                for one in error.problems
            ]
        return load_contract(OUR_CONTRACT)


def _check_gates(settings: SuiteFile, source: YamlText, cases: list[LocatedCase]) -> Iterator[Problem]:
    claimed = {located.case.capability for located in cases}.union(settings.capabilities or ())
    if GateSet.CONTRACT not in settings.gates and claimed & LOAN_CAPABILITIES:
        yield Problem(
            message="gates: contract is obligatory for a suite with loan capabilities.",
            file=source.file,
            line=source.line_of(("gates",)),
            hint="Write gates: [contract, rubric].",
        )
    if GateSet.RUBRIC not in settings.gates and claimed and not claimed & LOAN_CAPABILITIES:
        yield Problem(
            message="gates: none of these applies, because the suite has no loan capability.",
            file=source.file,
            line=source.line_of(("gates",)),
            hint="Write gates: [rubric].",
        )


def _check_claims(settings: SuiteFile, cases: list[LocatedCase]) -> Iterator[Problem]:
    """Report every case whose capability the suite does not claim: no gate would count it."""
    for located in cases:
        case = located.case
        if settings.capabilities is not None and case.capability not in settings.capabilities:
            message = f"{case.id}: the suite does not claim {case.capability}."
            line = located.line_of(("capability",))
            yield Problem(message=message, file=located.file, line=line, hint="Add it to capabilities in suite.yaml.")


def _load_cases(folder: Path, standard: EvalStandard, problems: list[Problem]) -> tuple[list[LocatedCase], list[int]]:
    """Return the valid cases, and the number of citations of each invalid one."""
    cases: list[LocatedCase] = []
    left_out: list[int] = []
    first: dict[str, LocatedCase] = {}
    named: set[str] = set()
    deals, told = Deals(folder), set[Problem]()
    for path in case_files(folder / CASES_FOLDER):
        sources, broken = load_case_data(path)
        problems += broken
        named |= {str(source.data.get("id")) for source in sources if isinstance(source.data, dict)}
        for source in sources:
            located = _load_case(source, standard, deals, problems, told)
            if located is None:
                left_out.append(count_citations(source.data))
                continue
            faults = list(_check_located(located, folder, standard))
            earlier = first.setdefault(located.case.id, located)
            if earlier is not located:
                faults.append(_twice(located, earlier))
            problems += faults
            if faults:
                left_out.append(count_citations(source.data))
            else:
                cases.append(located)
    problems += check_twins(cases, named)
    problems += check_questions(cases)
    return cases, left_out


def check_new_cases(sources: Iterable[YamlText], suite: Suite) -> list[LocatedCase]:
    """Check cases to be added to a suite; raise one error that lists every problem, including taken ids."""
    standard, problems = load_contract(suite.settings.standard), list[Problem]()
    known = {located.case.id: located for located in suite.cases}
    cases, deals, told = list[LocatedCase](), Deals(suite.folder), set[Problem]()
    for source in sources:
        located = _load_case(source, standard, deals, problems, told)
        if located is None:
            continue
        problems += _check_located(located, suite.folder, standard)
        earlier = known.setdefault(located.case.id, located)
        problems += [] if earlier is located else [_twice(located, earlier)]
        cases.append(located)
    problems += check_twins([*suite.cases, *cases], set(known))
    problems += _check_claims(suite.settings, cases)
    if problems:
        raise FormatError.of(problems)
    return cases


def save_cases(sources: Iterable[YamlText], folder: Path, name: str) -> Path:
    """Write cases to a new file of a suite and return its path; an existing file is never overwritten."""
    path = folder / CASES_FOLDER / f"{name}.yaml"
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            yaml.safe_dump([one.data for one in sources], stream, sort_keys=False, allow_unicode=True, width=110)
    except FileExistsError as error:
        hint = "Rename the sheet, or remove the file."
        raise FileError("the file is there already.", file=path, hint=hint) from error
    except OSError as error:
        raise FileError(f"the file cannot be written: {error.strerror}.", file=path) from error
    return path


def case_files(folder: Path) -> list[Path]:
    """Return everything that looks like a case file, even a broken link or a pipe: no case may be lost silently."""
    return sorted(path for path in folder.rglob("*") if path.suffix in _CASE_SUFFIXES and not path.is_dir())


def locate_case(source: YamlText, standard: EvalStandard, deals: Deals) -> LocatedCase:
    """Return the case in a source, or raise an :class:`InputError` that lists what is wrong with it.

    A case that names a deal but no documents has those of the deal.
    """
    case = validate_yaml(_model(source, standard), source)
    if not isinstance(case, DocumentCase) or case.deal is None:
        return LocatedCase(case=case, source=source)
    deal = deals.find(case.deal, source)
    if not case.document_names:
        case = case.model_copy(update={"documents": deal.files})
    return LocatedCase(case=case, source=source, deal=deal)


def _load_case(
    source: YamlText, standard: EvalStandard, deals: Deals, problems: list[Problem], told: set[Problem]
) -> LocatedCase | None:
    try:
        return locate_case(source, standard, deals)
    except InputError as error:
        found = [_named(one, source) if one.file == source.file else one for one in error.problems]
        problems += [one for one in found if one not in told]  # a deal is shared by many cases
        told.update(found)
        return None


def _named(problem: Problem, source: YamlText) -> Problem:
    """Return a problem with the id of its case in front, as in every other line of ``check``."""
    case_id = source.data.get("id") if isinstance(source.data, dict) else None
    if not isinstance(case_id, str) or not is_id(case_id) or problem.message.startswith(f"{case_id}: "):
        return problem
    return replace(problem, message=f"{case_id}: {problem.message}")


def _model(source: YamlText, standard: EvalStandard) -> type[Case]:
    """Return the model for a case's capability, so that only errors of that model are reported."""
    if not isinstance(source.data, dict):
        message = "a case is a mapping with id and capability."
        raise FormatError(message, file=source.file, line=source.line_of(()))
    written = source.data.get("capability")
    if isinstance(written, str) and written in tuple(Capability):
        return case_models(standard)[Capability(written)]
    message = "capability is missing." if written is None else f"capability {str(written)[:60]!r} is unknown."
    close = get_close_matches(str(written).lower(), list(Capability), n=1)
    hint = (f"Did you mean {close[0]}? " if close else "") + "Write one of: " + ", ".join(Capability) + "."
    raise FormatError(message, file=source.file, line=source.line_of(("capability",)), hint=hint)


def _check_located(located: LocatedCase, folder: Path, standard: EvalStandard) -> Iterator[Problem]:
    for fault in (*check_case(located.case, standard), *check_deal(located.case, located.deal)):
        problem = Problem(message=fault.message, file=located.file, line=located.line_of(fault.place), hint=fault.hint)
        yield _named(problem, located.source)
    if not isinstance(located.case, DocumentCase):
        return
    for at, name in enumerate(located.case.document_names):
        path = folder / DOCUMENTS_FOLDER / name
        if not is_inside(name) or _is_document(path, folder):
            continue
        place = ("document",) if located.case.document is not None else ("documents", at)
        message, hint = f"there is no document {name[:60]!r}.", f"Put it into the folder {DOCUMENTS_FOLDER}."
        names = {one.name.lower(): one.name for one in _list_documents(folder)}
        close = get_close_matches(name[:_LONGEST_NAME].lower(), names, n=1)
        hint = f"Did you mean {names[close[0]]!r}?" if close else hint
        if _is_file(path):
            message = f"the document {name[:60]!r} is a link that leads out of the suite."
            hint = f"Copy the file itself into the folder {DOCUMENTS_FOLDER}."
        problem = Problem(message=message, file=located.file, line=located.line_of(place), hint=hint)
        yield _named(problem, located.source)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for the file system
        return False


def _is_document(path: Path, suite: Path) -> bool:
    """Return whether a file exists and lies in the suite; a link must not show a reader of reports any other file."""
    return _is_file(path) and path.resolve().is_relative_to(suite.resolve())


def _twice(located: LocatedCase, earlier: LocatedCase) -> Problem:
    place = f"{earlier.file}:{earlier.line_of(('id',))}"
    message = f"the id {located.case.id[:60]!r} is taken: {place}."
    return Problem(message=message, file=located.file, line=located.line_of(("id",)), hint="Every case has its own id.")


def _list_documents(folder: Path) -> tuple[Path, ...]:
    inside = (folder / DOCUMENTS_FOLDER).rglob("*")
    named = (path for path in inside if path.suffix.lower() in DOCUMENT_SUFFIXES)
    return tuple(sorted(path for path in named if _is_document(path, folder)))
