"""The bundled suite as package data.

Empty until the corpus lands.
"""
