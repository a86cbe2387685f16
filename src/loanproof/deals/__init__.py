"""Deals: a base agreement and the documents that changed it, in order of effect. Independent of cases."""

from loanproof.deals.deal import ConditionalEffect, Deal, DealDocument, DealRole
from loanproof.deals.loading import DEALS_FOLDER, deal_schema, load_deal

__all__ = [
    "DEALS_FOLDER",
    "ConditionalEffect",
    "Deal",
    "DealDocument",
    "DealRole",
    "deal_schema",
    "load_deal",
]
