"""Reads which side of a comparison, the deal or the benchmark, a text calls ahead."""

from loanproof.statements.leads.reading import Lead, Leads, read_leads
from loanproof.statements.leads.words import Measure, Side

__all__ = ["Lead", "Leads", "Measure", "Side", "read_leads"]
