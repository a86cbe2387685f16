"""Text as parsers read it: folded characters, tokens, phrases."""
