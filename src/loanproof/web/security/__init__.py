"""Authentication and authorisation: users and roles, sessions, forms only from our own pages, headers, limits."""
