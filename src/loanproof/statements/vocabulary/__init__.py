"""Words with one meaning for every reader: acts, roles, months, what denies, and what reverses a comparison."""
