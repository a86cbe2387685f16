"""Finds duties and consents that an answer changes: what may, must or need not be done, and who must agree."""
