"""Small statistics on exact numbers: percentile, mean and deviation, weighted kappa, calibration error.

Pure functions. Numbers stay exact fractions as long as the statistic is rational; what is not is rounded once.
"""

from loanproof.stats.agreement import Kappa, Weights, linear_weights, quadratic_weights, weighted_kappa
from loanproof.stats.calibration import CalibrationTally, calibration_error
from loanproof.stats.moments import exact_mean, root_as_double, standard_deviation
from loanproof.stats.percentiles import percentile
from loanproof.stats.sums import GridSum

__all__ = [
    "CalibrationTally",
    "GridSum",
    "Kappa",
    "Weights",
    "calibration_error",
    "exact_mean",
    "linear_weights",
    "percentile",
    "quadratic_weights",
    "root_as_double",
    "standard_deviation",
    "weighted_kappa",
]
