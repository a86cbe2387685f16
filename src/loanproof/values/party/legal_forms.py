"""The legal forms of companies as data: each class with the ways it is written.

A class is one legal form; two classes are two different entities. Spelling does not matter: a form is
looked up by its letters alone, so ``S.A.``, ``SA`` and ``S. A.`` are one surface.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_FORMS = {
    "limited": "limited, ltd",
    "public limited company": "plc, public limited company, p l c",
    "incorporated": "inc, incorporated",
    "corporation": "corp, corporation",
    "company": "co, company",
    "and company": "and co, and company",
    "llc": "llc, limited liability company, l l c",
    "llp": "llp, limited liability partnership",
    "lllp": "lllp, limited liability limited partnership",
    "lp": "lp, limited partnership",
    "pte limited": "pte ltd, pte limited",
    "pvt limited": "pvt ltd, pvt limited",
    "private limited": "private limited, private ltd, private limited company",
    "pty limited": "pty ltd, pty limited, proprietary limited, proprietary ltd",
    "pte": "pte", "pvt": "pvt", "pty": "pty", "sdn": "sdn",
    "sdn bhd": "sdn bhd, sendirian berhad", "bhd": "bhd, berhad",
    "public company limited": "public company limited, public co ltd, pcl",
    "dac": "dac, designated activity company", "clg": "clg, company limited by guarantee",
    "ulc": "ulc, unlimited liability company", "unlimited": "unlimited, unlimited company",
    "gmbh": "gmbh, gesellschaft mit beschränkter haftung, gesellschaft mbh, mbh",
    "ag": "ag, aktiengesellschaft", "kgaa": "kgaa, kommanditgesellschaft auf aktien", "kg": "kg, kommanditgesellschaft",
    "ohg": "ohg, offene handelsgesellschaft", "gmbh & co. kg": "gmbh and co kg, gmbh and company kg",
    "gmbh & co. kgaa": "gmbh and co kgaa", "ag & co. kg": "ag and co kg", "ug": "ug, ug haftungsbeschränkt",
    "se": "se, societas europaea", "stiftung": "stiftung", "foundation": "foundation",
    "gesmbh": "gesmbh, ges m b h",
    "sa": "sa, société anonyme, sociedad anónima, société anonyme sa",
    "sas": "sas, société par actions simplifiée", "sasu": "sasu", "snc": "snc, société en nom collectif",
    "sca": "sca, société en commandite par actions", "scs": "scs", "sarl": "sarl, société à responsabilité limitée",
    "eurl": "eurl", "srl": "srl, società a responsabilità limitata, sociedad de responsabilidad limitada",
    "spa": "spa, società per azioni", "sapa": "sapa", "sl": "sl, sociedad limitada", "slu": "slu", "sau": "sau",
    "lda": "lda", "ltda": "ltda, limitada", "sa de cv": "sa de cv, sociedad anónima de capital variable",
    "sab de cv": "sab de cv", "s de rl de cv": "s de rl de cv", "sapi de cv": "sapi de cv",
    "bv": "bv, besloten vennootschap", "nv": "nv, naamloze vennootschap", "cv": "cv", "vof": "vof",
    "coöperatief ua": "coöperatief ua, ua, cooperatie ua", "bvba": "bvba, sprl",
    "ab": "ab, aktiebolag", "ab publ": "ab publ",
    "as": "as, aksjeselskap, aktieselskab, akciová společnost, akciová spoločnosť, anonim şirketi",
    "asa": "asa",
    "aps": "aps", "amba": "amba", "ks": "ks", "oy": "oy, osakeyhtiö, oy ab, ab oy", "oyj": "oyj, oyj abp, abp",
    "hf": "hf", "ehf": "ehf",
    "ood": "ood", "eood": "eood", "ead": "ead", "doo": "doo, d o o", "dd": "dd", "ad": "ad",
    "sro": "sro, spol s ro",
    "spzoo": "sp z oo, spółka z oo, spółka z ograniczoną odpowiedzialnością",
    "spolka akcyjna": "spółka akcyjna", "kft": "kft", "zrt": "zrt", "nyrt": "nyrt",
    "uab": "uab", "sia": "sia", "ou": "oü", "jsc": "jsc, joint stock company, ojsc, cjsc, open joint stock company",
    "pjsc": "pjsc, public joint stock company", "qsc": "qsc, qpsc", "wll": "wll", "fze": "fze", "fzco": "fzco",
    "fz-llc": "fz llc", "saog": "saog", "kscp": "kscp, ksc",
    "ооо": "ооо, ooo, общество с ограниченной ответственностью",
    "ао": "ао, ao, акционерное общество", "оао": "оао, oao", "зао": "зао, zao", "пао": "пао, pao",
    "тоо": "тоо",
    "kk": "kk, kabushiki kaisha, kabushiki gaisha, 株式会社", "gk": "gk, godo kaisha, 合同会社",
    "co ltd (cn)": "有限公司, 有限责任公司, 有限責任公司", "joint stock (cn)": "股份有限公司",
    "주식회사": "주식회사", "유한회사": "유한회사",
    "tbk": "tbk, persero tbk", "persero": "persero", "pt": "pt, perseroan terbatas",
    "na": "na, national association", "trust": "trust", "trust company": "trust company, trust co",
    "ssb": "ssb", "fsb": "fsb", "partnership": "partnership", "general partnership": "general partnership",
}  # fmt: skip
_AFTER_COMPANY = (
    "limited",
    "pte limited",
    "pvt limited",
    "pty limited",
    "incorporated",
    "llc",
    "lp",
    "llp",
    "private limited",
    "pjsc",
    "jsc",
    "wll",
    "saog",
)
_PREFIXES = ("pt", "ооо", "ао", "оао", "зао", "пао", "тоо", "oy", "ab", "as", "kk", "gk", "주식회사", "sia", "uab")
_EXTRA_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "ß": "ss", "ı": "i"})
MOST_WORDS = 7
INCOMPLETE = frozenset({"pte", "pvt", "pty", "sdn", "company", "and company", "pt", "tbk", "trust"})
INTERCHANGEABLE = frozenset(
    {frozenset({"private limited", "pte limited"}), frozenset({"private limited", "pvt limited"})}
)
# Words that stand in running text without naming anybody: found only where a real name stands before them.
COMMON_WORDS = frozenset(
    {"company", "and company", "corporation", "limited", "unlimited", "partnership", "general partnership", "trust",
     "trust company", "foundation", "incorporated", "lp", "llc", "llp", "private limited", "joint stock"}
)  # fmt: skip


@lru_cache(maxsize=8192)  # the same words come again on every page
def form_key(words: str) -> str:
    """Return the letters by which a form is looked up: lower case, without accents, spaces and signs."""
    plain = unicodedata.normalize("NFD", words.casefold().translate(_EXTRA_LETTERS))
    return unicodedata.normalize("NFC", "".join(char for char in plain if char.isalnum()))


def _surfaces() -> dict[str, str]:
    table = {form_key(surface): form for form, line in _FORMS.items() for surface in line.split(",") if surface}
    for form in _AFTER_COMPANY:
        for surface in _FORMS[form].split(","):
            for company, kind in (("co", "company"), ("company", "company"), ("and co", "and company")):
                table.setdefault(form_key(company + surface), f"{kind} {form}")
    return table


SUFFIXES = _surfaces()
# A form is looked up by its letters alone, so its first word may be any beginning of them: L.L.C., GmbH & Co.
_FIRST_LETTERS = frozenset(key[:length] for key in SUFFIXES for length in range(1, len(key) + 1))
PREFIXES = {key: form for key, form in SUFFIXES.items() if form in _PREFIXES}
HAN_FORMS = tuple(sorted((key for key in SUFFIXES if not key.isascii() and key >= "\u3000"), key=len, reverse=True))


@lru_cache(maxsize=8192)
def begins_form(word: str) -> bool:
    """Tell whether some legal form begins with a word; most words of a text are turned away here."""
    return form_key(word) in _FIRST_LETTERS


def same_form(one: str, other: str) -> bool:
    """Tell whether two classes may be the same legal form; ``Private Limited`` is Singapore's or India's."""
    return one == other or frozenset({one, other}) in INTERCHANGEABLE


def lacks_form(one: str, other: str) -> bool:
    """Tell whether exactly one of two classes is missing, or is only the beginning of the other."""
    shorter, longer = sorted((one, other), key=len)
    if not shorter:
        return bool(longer)
    return shorter in INCOMPLETE and (longer.startswith(shorter + " ") or longer.endswith(" " + shorter))
