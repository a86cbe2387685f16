"""Dates as values: full, incomplete, or counted from another date; parsed, found and compared."""
