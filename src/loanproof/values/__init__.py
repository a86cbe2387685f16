"""What loan terms mean: parse, find in text, canonical form, compare. Decimal only, pure, linear time."""
