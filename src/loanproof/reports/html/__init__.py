"""The report and the certificate as one self-contained page each: no script, no request, everything escaped."""

from loanproof.reports.html.certificate import render_certificate
from loanproof.reports.html.report import render_html

__all__ = ["render_certificate", "render_html"]
