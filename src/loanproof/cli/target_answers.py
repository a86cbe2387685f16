"""``loanproof analyze --target``: a target's answers on documents, their cost, and what the guard says."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loanproof.cli.printing import Printer
    from loanproof.service import Analysis, TargetAnalysis


def print_analyses(found: Sequence[TargetAnalysis], print_fields: Callable[[Analysis, Printer], None]) -> None:
    """Print each analysis: fields as a table, an answer with its places, anything else as its JSON."""
    from loanproof.cli.asked_questions import print_answer
    from loanproof.cli.printing import Printer

    printer = Printer()
    for one in found:
        if one.extraction is not None:
            print_fields(one.extraction, printer)
        elif one.answered is not None:
            print_answer(one.answered, printer)
        else:
            printer.print(json.dumps(one.output, indent=2, ensure_ascii=False))
            for item in one.guard.items:
                for fault in item.faults:
                    printer.print(f"The guard sends {item.item} to a person: {fault.sentence}", indent=2)
        told = one.telemetry
        if told.input_tokens is not None and told.output_tokens is not None:
            total = told.input_tokens + told.output_tokens
            printer.print(f"{total:,} tokens, {float(told.latency_e2e_ms or 0):,.0f} ms.")
