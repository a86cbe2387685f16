"""Section identifiers in the English, US and letter styles, as one path that can be compared.

``Clause 5.1(a)``, ``§ 2.05(b)(ii)``, ``Part II of Schedule 1``, ``definition of "Margin" in Clause 1.1``.
The words, the bracketed heading and spacing are ignored; Roman numerals count as Arabic in schedules,
parts, annexes, appendices and articles. Levels in brackets are compared as written, because ``(i)`` may be
a letter or a numeral and only the document knows. ``2.05`` is never ``2.5`` unless the caller says so.
"""
