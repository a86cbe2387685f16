"""Texts and the places in them: sentences, values, the stretch about each value, and what is denied right there."""
