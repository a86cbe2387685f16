"""What programs read: runs, cases, gates, comparisons and standards as JSON, described by OpenAPI."""
