"""Names that no parser knows: a law, a bank or a rate that is in no table."""
