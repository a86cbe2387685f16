"""Cases as rows of a sheet, for people who keep their gold in one: CSV and XLSX, import and export."""

from loanproof.cases.sheets.exporting import rows_of
from loanproof.cases.sheets.files import load_sheet, save_sheet
from loanproof.cases.sheets.importing import cases_of
from loanproof.cases.sheets.rows import COLUMNS, SheetRow

__all__ = ["COLUMNS", "SheetRow", "cases_of", "load_sheet", "rows_of", "save_sheet"]
