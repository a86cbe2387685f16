"""Parties: company names reduced to what identifies the entity, and compared.

The following are reduced: the spelling of the legal form, ``&`` and ``and``, commas, full stops and hyphens, a leading
``The`` or ``M/s``, role, incorporation, branch and seat, and a parallel name in another script. The legal form itself,
``Holdings``, ``(Hong Kong)`` and numerals are never reduced: they make another entity.
"""
