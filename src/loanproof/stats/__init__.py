"""Small statistics on exact or given numbers: percentile, deviation, paired tests, kappa, calibration.

Pure functions. Random ones take their generator as an argument. Empty until the rubric and the run
comparison need it.
"""
