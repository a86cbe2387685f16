"""Parties: company names reduced to what identifies the entity, and compared.

Reduced are: the spelling of the legal form, ``&`` and ``and``, commas, full stops and hyphens, a leading
``The`` or ``M/s``, role, incorporation, branch and seat, and a parallel name in another script. Never reduced are the
legal form itself, ``Holdings``, ``(Hong Kong)`` or a numeral: those are other entities.
"""
