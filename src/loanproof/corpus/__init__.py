"""The bundled suites as package data: ``suite/dev`` and ``suite/test``, written by the generator from its drafts."""
