"""The report and the certificate as one self-contained page each: no script, no request, everything escaped."""

from loanproof.reports.html.certificate import render_certificate
from loanproof.reports.html.look import style_sheet
from loanproof.reports.html.report import render_html
from loanproof.reports.html.tables import label_class

__all__ = ["label_class", "render_certificate", "render_html", "style_sheet"]
