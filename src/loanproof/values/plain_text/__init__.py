"""Plain text: words that no other kind reads, compared by their letters and found as written."""
