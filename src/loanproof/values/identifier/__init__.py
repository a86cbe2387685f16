"""Identifiers of companies, securities and loans: LEI, ISIN, CUSIP and LoanX id.

These are the only values in which every character counts, including letter case.
"""
