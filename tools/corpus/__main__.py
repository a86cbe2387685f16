"""The generator of the corpus.

python -m tools.corpus build [SPLIT…]        write the suites into src/loanproof/corpus/suite, and the datasheet
python -m tools.corpus datasheet             write docs/corpus.md from the deals and the suites that are built
python -m tools.corpus try SPLIT NAME…       check some deals only, and score their perfect outputs
python -m tools.corpus look NAME FOLDER      the pages of a document as images
python -m tools.corpus spans NAME            its gold spans with the places that the layout gave them
python -m tools.corpus recognise NAME        store what Tesseract reads in a scan, before it is tried or built
python -m tools.corpus variants [SPLIT…]     score every variant of every case against the table of labels
python -m tools.corpus runs                  words that documents repeat or have in common
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.corpus.datasheet import write_datasheet
from tools.corpus.deal import Deal, load_deals
from tools.corpus.drawing import draw_pdf
from tools.corpus.markup import DraftError
from tools.corpus.recognition import recognise
from tools.corpus.scanning import make_scan
from tools.corpus.shared_runs import (
    LONGEST_SHARED,
    MOST_SHARED_EIGHTS,
    most_repeated,
    repeated_share,
    runs_of,
    words_of,
)
from tools.corpus.suite_writer import SPLITS, SUITES, write_suite
from tools.corpus.trial import check, list_imperfect
from tools.corpus.variant_table import VariantTable, load_known
from tools.scan_pdf import photograph


def main(words: list[str]) -> int:
    """Do what the words say."""
    match words:
        case ["build", *splits]:
            for split in splits or SPLITS:
                print(f"{split}: {', '.join(write_suite(split, SUITES / split)) or 'nothing drafted'}")
            write_datasheet()
        case ["datasheet"]:
            write_datasheet()
        case ["try", split, *names] if names:
            return _try(split, frozenset(names))
        case ["runs"]:
            _runs()
        case ["variants", *splits]:
            return _variants(splits or list(SPLITS))
        case ["look", name, folder]:
            _look(name, Path(folder))
        case ["recognise", name]:
            _recognise(name)
        case ["spans", name]:
            _spans(name)
        case _:
            print(__doc__)
            return 2
    return 0


def _try(split: str, names: frozenset[str]) -> int:
    with TemporaryDirectory() as folder:
        suite = Path(folder) / "suite"
        print(f"wrote {', '.join(write_suite(split, suite, names))}")
        faults = list(list_imperfect(suite, Path(folder)))
        print("\n".join(faults) or "every perfect output scores 1.0")
        return check(suite) or int(bool(faults))


def _runs() -> None:
    texts = {(split, deal.name): words_of(deal.lay_out()) for split in SPLITS for deal in load_deals(split)}
    for (_, name), words in texts.items():
        print(f"{name}: {len(words)} words, {repeated_share(words):.1%} of its runs of twelve repeat an earlier one")
        for run, count in most_repeated(words, most=5):
            print(f"    {count} times: {run}")
    for (split, one), words in texts.items():
        for (other_split, other), other_words in texts.items():
            if (split, other_split) == SPLITS:
                lengths = (8, LONGEST_SHARED + 1)
                eights, twenties = (len(runs_of(words, length) & runs_of(other_words, length)) for length in lengths)
                if twenties or eights > MOST_SHARED_EIGHTS // 3:
                    print(f"{one} and {other}: {eights} runs of eight, {twenties} of {LONGEST_SHARED + 1}")


def _variants(splits: list[str]) -> int:
    unknown = 0
    for split in splits:
        table = VariantTable(SUITES / split)
        for one in table.disagreements(lambda _: True):
            print(f"known: {one}" if one.pair in load_known() else one, flush=True)
            unknown += one.pair not in load_known()
        pairs = sum(count for name, count in table.counted.items() if name != "items")
        print(f"{split}: {pairs} pairs of case and variant, {table.counted['items']} items")
        for name, count in sorted(table.counted.items()):
            print(f"    {name}: {count}")
    return int(bool(unknown))


def _look(name: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for deal in _named(name):
        document = deal.lay_out()
        pdf = draw_pdf(document)
        shown = make_scan(pdf, document, deal.scan).pdf if deal.scan else pdf
        for number, image in enumerate(photograph(shown, range(1, len(document.pages) + 1), dpi=60), start=1):
            image.save(folder / f"{name}-{number:03}.png")
        print(f"{len(document.pages)} pages in {folder}")


def _recognise(name: str) -> None:
    for deal in _named(name):
        document = deal.lay_out()
        recognise(deal, make_scan(draw_pdf(document), document, deal.scan).pdf, len(document.pages))


def _named(name: str) -> Iterator[Deal]:
    """Yield the deal or twin of a name, nothing where there is none."""
    return (deal for split in SPLITS for deal in load_deals(split) if deal.name == name)


def _spans(name: str) -> None:
    for deal in _named(name):
        for mark, span in deal.lay_out().spans.items():
            print(f"{mark}: page {span.pages[0]}, {span.section or 'no section'}: {span.quote}")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DraftError as error:
        sys.exit(f"error: {error}")
