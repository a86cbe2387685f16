"""The case linter: one module for each family of rules, and one that runs them over a suite."""
