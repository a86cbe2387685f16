"""Reference rates: family, tenor and method, as ``Term SOFR 3M`` or ``compounded SORA in arrears``.

Term, simple and compounded rates of one family are different rates. In arrears and in advance are two methods of the
same rate. Lookback, floor and credit adjustment spread are ignored.
"""
