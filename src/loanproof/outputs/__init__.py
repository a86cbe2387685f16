"""What a system under test answered: models, lenient reading, findings. Defects are data, never exceptions.

Empty until outputs are read.
"""
