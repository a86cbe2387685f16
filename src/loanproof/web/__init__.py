"""The review and report pages, served on loopback.

Empty until the web server lands.
"""
