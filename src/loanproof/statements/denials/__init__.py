"""Finds answers that deny what their source states, or state what it denies."""
