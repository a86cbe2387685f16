"""Yes-or-no answers: the leading token decides, an explanation after it is ignored."""
