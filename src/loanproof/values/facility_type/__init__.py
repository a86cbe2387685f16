"""Facility types: term loan, revolving, delayed draw, and others, whose own words are the value."""
