"""Identifiers of companies, securities and loans: LEI, ISIN, CUSIP and LoanX id.

They are the values in which every character counts, letter case included.
"""
