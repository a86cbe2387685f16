"""Pages as a citation names them: an index, a label or printed folio, or a range of them.

Which of the three a document means by ``14`` is not known here; a page is what was written, and a range
knows how many pages it spans.
"""
