"""Who is asking, and may they: users and roles, sessions, forms that only our own pages can send, headers, limits."""
