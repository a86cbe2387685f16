"""The only module that joins adapters to ports.

Empty until there is an adapter to join.
"""
