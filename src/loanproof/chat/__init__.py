"""The chat-model port with its request and reply types, and nothing else.

Empty until a model is called.
"""
