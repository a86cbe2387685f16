"""Answers that are yes or no: the leading token decides, an explanation after it is ignored."""
