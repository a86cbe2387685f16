"""Reads who does what to whom, and finds answers that put one party in the place of another."""
