"""Small statistics: percentile, mean and deviation, bounds, weighted kappa, calibration error, paired comparison.

Pure functions. Numbers stay exact fractions as long as the statistic is rational; otherwise they are rounded once.
"""

from loanproof.stats.agreement import Kappa, Weights, quadratic_weights, weighted_kappa
from loanproof.stats.bounds import least_behind_all, most_behind_none, share_bounds
from loanproof.stats.calibration import CalibrationBin, CalibrationTally
from loanproof.stats.moments import exact_mean, root_as_double, share, standard_deviation
from loanproof.stats.paired import PairedDifference, holm, mcnemar, paired_bootstrap
from loanproof.stats.percentiles import Ordered, percentile
from loanproof.stats.sums import GridSum

__all__ = [
    "CalibrationBin",
    "CalibrationTally",
    "GridSum",
    "Kappa",
    "Ordered",
    "PairedDifference",
    "Weights",
    "exact_mean",
    "holm",
    "least_behind_all",
    "mcnemar",
    "most_behind_none",
    "paired_bootstrap",
    "percentile",
    "quadratic_weights",
    "root_as_double",
    "share",
    "share_bounds",
    "standard_deviation",
    "weighted_kappa",
]
