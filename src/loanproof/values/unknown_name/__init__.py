"""Names that no reader knows: the law of a country, a bank or a rate that is in no table."""
