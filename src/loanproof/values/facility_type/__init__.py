"""Facility types: term loan, revolving, delayed draw, and others, which are identified by their own words."""
