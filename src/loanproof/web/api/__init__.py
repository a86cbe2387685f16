"""The API for programs: runs, cases, gates, comparisons and standards as JSON, described by OpenAPI."""
