"""The names of reference rates, as data: every surface form of a family, and the words that say its method."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from loanproof.values.text.phrases import Phrases


class RateFamily(StrEnum):
    """A published rate, or the kinds of rate that are not published: fixed, base and prime rates.

    Two names of one administrator are two families where the rates differ: BBSY and BBSW, TONA and TIBOR.
    """

    SOFR = "SOFR"
    SONIA = "SONIA"
    EURIBOR = "EURIBOR"
    ESTR = "€STR"
    HIBOR = "HIBOR"
    CNH_HIBOR = "CNH HIBOR"
    HONIA = "HONIA"
    SORA = "SORA"
    SOR = "SOR"
    SIBOR = "SIBOR"
    BBSY = "BBSY"
    BBSW = "BBSW"
    AONIA = "AONIA"
    BKBM = "BKBM"
    TONA = "TONA"
    TIBOR = "TIBOR"
    CORRA = "CORRA"
    CDOR = "CDOR"
    SARON = "SARON"
    LPR = "LPR"
    SHIBOR = "SHIBOR"
    NIBOR = "NIBOR"
    STIBOR = "STIBOR"
    CIBOR = "CIBOR"
    TAIBOR = "TAIBOR"
    KLIBOR = "KLIBOR"
    EIBOR = "EIBOR"
    SAIBOR = "SAIBOR"
    JIBAR = "JIBAR"
    WIBOR = "WIBOR"
    PRIBOR = "PRIBOR"
    BUBOR = "BUBOR"
    ROBOR = "ROBOR"
    MCLR = "MCLR"
    MIBOR = "MIBOR"
    REPO_RATE = "Repo Rate"
    THOR = "THOR"
    BIBOR = "BIBOR"
    JIBOR = "JIBOR"
    INDONIA = "INDONIA"
    MYOR = "MYOR"
    KOFR = "KOFR"
    TIIE = "TIIE"
    CDI = "CDI"
    BSBY = "BSBY"
    LIBOR = "LIBOR"
    FEDERAL_FUNDS = "Federal Funds Rate"
    BANK_RATE = "Bank Rate"
    BASE = "base"
    FIXED = "fixed"


class Style(StrEnum):
    """How a period's rate is made from an overnight rate."""

    TERM = "term"
    SIMPLE = "daily_simple"
    COMPOUNDED = "compounded"


class Timing(StrEnum):
    """Whether a compounded rate is known at the end or at the start of its period."""

    ARREARS = "in_arrears"
    ADVANCE = "in_advance"


class Named(NamedTuple):
    """What a name or a word beside it says; the words beside a name have no family."""

    family: RateFamily | None = None
    style: Style | None = None
    timing: Timing | None = None


def _named(family: RateFamily, names: str) -> tuple[Named, str]:
    return Named(family), names


NAMES: Phrases[Named] = Phrases.of(
    [
        _named(RateFamily.SOFR, "SOFR|secured overnight financing rate"),
        _named(RateFamily.SONIA, "SONIA|sterling overnight index average"),
        (
            Named(RateFamily.SONIA, Style.COMPOUNDED),
            "compounded reference rate (sterling)|compounded reference rate (gbp)",
        ),
        _named(RateFamily.EURIBOR, "EURIBOR|euro interbank offered rate|euro inter-bank offered rate"),
        _named(RateFamily.ESTR, "€STR|ESTR|ESTER|euro short-term rate"),
        _named(RateFamily.HIBOR, "HIBOR|hong kong interbank offered rate|hong kong inter-bank offered rate"),
        _named(RateFamily.CNH_HIBOR, "CNH HIBOR|offshore renminbi HIBOR|renminbi HIBOR"),
        _named(RateFamily.HONIA, "HONIA|hong kong dollar overnight index average"),
        _named(RateFamily.SORA, "SORA|singapore overnight rate average"),
        _named(RateFamily.SOR, "SOR|SGD SOR|swap offer rate|singapore swap offer rate"),
        _named(RateFamily.SIBOR, "SIBOR|singapore interbank offered rate"),
        _named(RateFamily.BBSY, "BBSY|BBSY bid|bank bill swap bid rate|bank bill swap bid|bank bill bid rate"),
        _named(RateFamily.BBSW, "BBSW|BBSW mid|bank bill swap rate|bank bill swap reference rate"),
        _named(RateFamily.AONIA, "AONIA|RBA cash rate"),
        _named(RateFamily.BKBM, "BKBM|BKBM bid|BKBM FRA|bank bill benchmark rate"),
        _named(RateFamily.TONA, "TONA|TONAR|tokyo overnight average rate|TORF"),
        _named(RateFamily.TIBOR, "TIBOR|japanese yen TIBOR|euroyen TIBOR|yen TIBOR|tokyo interbank offered rate"),
        _named(RateFamily.CORRA, "CORRA|canadian overnight repo rate average"),
        _named(RateFamily.CDOR, "CDOR|CDOR rate|canadian dollar offered rate"),
        _named(RateFamily.SARON, "SARON|swiss average rate overnight"),
        _named(RateFamily.LPR, "LPR|loan prime rate"),
        _named(RateFamily.SHIBOR, "SHIBOR|shanghai interbank offered rate"),
        _named(RateFamily.NIBOR, "NIBOR|norwegian interbank offered rate|oslo interbank offered rate"),
        _named(RateFamily.STIBOR, "STIBOR|stockholm interbank offered rate"),
        _named(RateFamily.CIBOR, "CIBOR|copenhagen interbank offered rate"),
        _named(RateFamily.TAIBOR, "TAIBOR|taipei interbank offered rate"),
        _named(RateFamily.KLIBOR, "KLIBOR|kuala lumpur interbank offered rate"),
        _named(RateFamily.EIBOR, "EIBOR|emirates interbank offered rate"),
        _named(RateFamily.SAIBOR, "SAIBOR|saudi arabian interbank offered rate"),
        _named(RateFamily.JIBAR, "JIBAR|johannesburg interbank average rate"),
        _named(RateFamily.WIBOR, "WIBOR|warsaw interbank offered rate"),
        _named(RateFamily.PRIBOR, "PRIBOR|prague interbank offered rate"),
        _named(RateFamily.BUBOR, "BUBOR|budapest interbank offered rate"),
        _named(RateFamily.ROBOR, "ROBOR|bucharest interbank offered rate"),
        _named(
            RateFamily.MCLR,
            "MCLR|marginal cost of funds based lending rate|marginal cost of funds-based lending rate"
            "|marginal cost of lending rate",
        ),
        _named(RateFamily.MIBOR, "MIBOR|mumbai interbank offered rate|mumbai interbank outright rate"),
        _named(RateFamily.REPO_RATE, "repo rate|RBI repo rate|policy repo rate|RBI policy repo rate"),
        _named(RateFamily.THOR, "THOR|thai overnight repurchase rate"),
        _named(RateFamily.BIBOR, "BIBOR|bangkok interbank offered rate"),
        _named(RateFamily.JIBOR, "JIBOR|jakarta interbank offered rate"),
        _named(RateFamily.INDONIA, "INDONIA|indonesia overnight index average"),
        _named(RateFamily.MYOR, "MYOR|malaysia overnight rate"),
        _named(RateFamily.KOFR, "KOFR|korea overnight financing repo rate"),
        _named(RateFamily.TIIE, "TIIE|tasa de interés interbancaria de equilibrio|interbank equilibrium interest rate"),
        _named(RateFamily.CDI, "CDI|CDI rate|brazilian interbank deposit rate"),
        _named(RateFamily.BSBY, "BSBY|bloomberg short-term bank yield index rate"),
        _named(
            RateFamily.LIBOR,
            "LIBOR|LIB0R|london interbank offered rate|london inter-bank offered rate|LIBO rate"
            "|eurodollar rate|eurocurrency rate|adjusted eurodollar rate",
        ),
        _named(RateFamily.FEDERAL_FUNDS, "federal funds rate|federal funds effective rate|fed funds rate|EFFR"),
        _named(RateFamily.BANK_RATE, "bank of england base rate|bank of england bank rate|BoE base rate|bank rate"),
        _named(
            RateFamily.BASE,
            "ABR|base rate|alternate base rate|alternative base rate|prime|prime rate"
            "|prime lending rate|US prime rate|base lending rate|reference prime rate",
        ),
        _named(
            RateFamily.FIXED,
            "fixed rate|fixed rate of interest|fixed interest rate|fixed interest|fixed coupon"
            "|fixed rate per annum|fixed",
        ),
    ]
)
# Words on either side of the name of an overnight rate. Words that say nothing about the method are passed over.
BESIDE: Phrases[Named] = Phrases.of(
    [
        (Named(style=Style.TERM), "term|forward-looking|forward-looking term|CME term|term reference rate"),
        (Named(style=Style.SIMPLE), "daily simple|simple|simple daily|daily non-compounded"),
        (
            Named(style=Style.COMPOUNDED),
            (
                "compounded|daily compounded|compounded daily|cumulative compounded"
                "|daily non-cumulative compounded|non-cumulative compounded|compound|comp|daily rate compounded"
            ),
        ),
        (
            Named(style=Style.COMPOUNDED, timing=Timing.ADVANCE),
            "average|averages",
        ),
        (Named(timing=Timing.ARREARS), "in arrears|arrears"),
        (Named(timing=Timing.ADVANCE), "in advance"),
        (
            Named(),
            (
                "adjusted|CME|daily|rate|rates|reference rate|screen rate|bid|mid|synthetic"
                "|USD|GBP|EUR|HKD|SGD|AUD|JPY|US dollar|on a|basis|with|lookback"
            ),
        ),
    ]
)
