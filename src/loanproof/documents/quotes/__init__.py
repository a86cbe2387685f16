"""Quote search: a quote is found, or what was altered is named, or its absence is proven."""
