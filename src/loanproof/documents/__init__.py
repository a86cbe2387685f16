"""Bytes to document: pages, text with a map to page and box, sections, typed facts and quote search."""
