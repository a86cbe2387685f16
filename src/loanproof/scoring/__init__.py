"""Pure scoring of the four loan capabilities into labels with reasons and evidence.

Empty until extraction scoring lands.
"""
