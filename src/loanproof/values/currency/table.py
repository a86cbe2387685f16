"""The currencies: code, digits after the point, names, symbols and countries. Data only.

Names and symbols stand in lower and their usual case; the parser folds case. A surface that several currencies
share is not here but in ``SHARED``.
"""

from __future__ import annotations

from typing import NamedTuple


class CurrencyRow(NamedTuple):
    """One currency. Lists are parted by semicolons; ``digits`` are those that amounts use in practice."""

    code: str
    digits: int
    names: str
    symbols: str = ""
    countries: str = ""


TABLE = (
    CurrencyRow(
        "USD", 2, "united states dollars;us dollars;u.s. dollars;american dollars;美元;美金", "US$;U.S.$;U$S",
        "united states of america;united states;usa;u.s.a.;us",
    ),
    CurrencyRow("SGD", 2, "singapore dollars;新加坡元;新元", "S$;SG$", "singapore"),
    CurrencyRow("HKD", 2, "hong kong dollars;港元;港币;港幣", "HK$", "hong kong"),
    CurrencyRow("AUD", 2, "australian dollars;澳元", "A$;AU$;AUD$", "australia"),
    CurrencyRow("NZD", 2, "new zealand dollars", "NZ$", "new zealand"),
    CurrencyRow("CAD", 2, "canadian dollars;加元", "C$;CA$;CAD$;CDN$;Cdn$;Can$", "canada"),
    CurrencyRow("TWD", 2, "new taiwan dollars;taiwan dollars;taiwanese dollars;新台币;新臺幣", "NT$;NTD", "taiwan"),
    CurrencyRow("BRL", 2, "brazilian reais;brazilian real;reais", "R$", "brazil"),
    CurrencyRow("EUR", 2, "euro;euros;欧元;歐元", "€", "participating member states;european monetary union"),
    CurrencyRow(
        "GBP", 2, "pounds sterling;pound sterling;sterling;british pounds;英镑;英鎊", "£;stg;GB£;₤", "united kingdom",
    ),
    CurrencyRow("JPY", 0, "japanese yen;yen;円;日元;日圆;日圓", "JP¥;J¥", "japan"),
    CurrencyRow(
        "CNY", 2, "renminbi;chinese yuan;yuan;元;人民币;人民幣;人民币元", "RMB;CN¥;RMB¥;CNY¥",
        "people's republic of china;prc;china",
    ),
    CurrencyRow("INR", 2, "indian rupees;indian rupee;rupees;rupee", "₹", "india"),
    CurrencyRow("IDR", 0, "indonesian rupiah;rupiah", "Rp;Rp.", "indonesia;republic of indonesia"),
    CurrencyRow("MYR", 2, "malaysian ringgit;ringgit malaysia;ringgit", "RM", "malaysia"),
    CurrencyRow("PHP", 2, "philippine pesos;philippine peso", "₱", "philippines"),
    CurrencyRow("THB", 2, "thai baht;baht", "฿", "thailand"),
    CurrencyRow("KRW", 0, "korean won;south korean won;원", "₩", "korea;republic of korea"),
    CurrencyRow("VND", 0, "vietnamese dong", "₫", "vietnam"),
    CurrencyRow("CHF", 2, "swiss francs;swiss franc", "SFr;SFr.;Fr.", "switzerland"),
    CurrencyRow("SEK", 2, "swedish kronor;swedish krona;swedish kroner", "", "sweden"),
    CurrencyRow("NOK", 2, "norwegian kroner;norwegian krone", "", "norway"),
    CurrencyRow("DKK", 2, "danish kroner;danish krone", "", "denmark"),
    CurrencyRow("AED", 2, "uae dirhams;uae dirham;emirati dirhams", "Dhs;Dhs.;Dh", "united arab emirates"),
    CurrencyRow("SAR", 2, "saudi riyals;saudi riyal", "SR", "saudi arabia;kingdom of saudi arabia"),
    CurrencyRow("KWD", 3, "kuwaiti dinars;kuwaiti dinar", "KD", "kuwait"),
    CurrencyRow("BHD", 3, "bahraini dinars;bahraini dinar", "BD", "bahrain"),
    CurrencyRow("OMR", 3, "omani rials;omani rial", "", "oman"),
    CurrencyRow("JOD", 3, "jordanian dinars;jordanian dinar", "", "jordan"),
    CurrencyRow("TND", 3, "tunisian dinars;tunisian dinar", "", "tunisia"),
    CurrencyRow("QAR", 2, "qatari riyals;qatari riyal", "QR", "qatar"),
    CurrencyRow("ILS", 2, "israeli shekels;new israeli shekels;shekels", "₪;NIS", "israel"),
    CurrencyRow("TRY", 2, "turkish lira;turkish liras", "₺;TL", "turkey;türkiye"),
    CurrencyRow("ZAR", 2, "south african rand;rand", "R", "south africa"),
    CurrencyRow("EGP", 2, "egyptian pounds;egyptian pound", "E£;LE", "egypt"),
    CurrencyRow("NGN", 2, "nigerian naira;naira", "₦", "nigeria"),
    CurrencyRow("KES", 2, "kenyan shillings;kenya shillings", "KSh;Ksh", "kenya"),
    CurrencyRow("UGX", 0, "ugandan shillings", "USh", "uganda"),
    CurrencyRow("TZS", 2, "tanzanian shillings", "TSh", "tanzania"),
    CurrencyRow("GHS", 2, "ghanaian cedis;ghana cedis", "GH₵;₵", "ghana"),
    CurrencyRow("MAD", 2, "moroccan dirhams;moroccan dirham", "", "morocco"),
    CurrencyRow("XOF", 0, "west african cfa francs", "CFA;FCFA"),
    CurrencyRow("XAF", 0, "central african cfa francs", ""),
    CurrencyRow("ZMW", 2, "zambian kwacha", "", "zambia"),
    CurrencyRow("PKR", 2, "pakistani rupees;pakistan rupees", "", "pakistan"),
    CurrencyRow("LKR", 2, "sri lankan rupees;sri lanka rupees", "", "sri lanka"),
    CurrencyRow("BDT", 2, "bangladeshi taka;taka", "৳;Tk", "bangladesh"),
    CurrencyRow("NPR", 2, "nepalese rupees", "", "nepal"),
    CurrencyRow("MMK", 2, "myanmar kyat;kyat", "", "myanmar"),
    CurrencyRow("KHR", 2, "cambodian riel;riel", "៛", "cambodia"),
    CurrencyRow("LAK", 2, "lao kip", "₭", "laos"),
    CurrencyRow("MOP", 2, "macau patacas;patacas;macanese patacas", "MOP$", "macau;macao"),
    CurrencyRow("BND", 2, "brunei dollars", "B$", "brunei"),
    CurrencyRow("FJD", 2, "fiji dollars;fijian dollars", "FJ$", "fiji"),
    CurrencyRow("PGK", 2, "papua new guinea kina;kina", "", "papua new guinea"),
    CurrencyRow("MNT", 2, "mongolian tugrik;tugrik", "₮", "mongolia"),
    CurrencyRow("KZT", 2, "kazakhstani tenge;tenge", "₸", "kazakhstan"),
    CurrencyRow("RUB", 2, "russian roubles;russian rubles;roubles;rubles", "₽;руб;руб.;р.", "russian federation"),
    CurrencyRow("UAH", 2, "ukrainian hryvnia;hryvnia", "₴;грн;грн.", "ukraine"),
    CurrencyRow("GEL", 2, "georgian lari;lari", "₾", "georgia"),
    CurrencyRow("AZN", 2, "azerbaijani manat", "₼", "azerbaijan"),
    CurrencyRow("PLN", 2, "polish zloty;polish złoty;zloty;zlotys;złoty", "zł;zl", "poland"),
    CurrencyRow("CZK", 2, "czech koruna;czech crowns;korun", "Kč", "czech republic;czechia"),
    CurrencyRow("HUF", 2, "hungarian forints;hungarian forint;forint;forints", "Ft", "hungary"),
    CurrencyRow("RON", 2, "romanian lei;romanian leu;lei", "", "romania"),
    CurrencyRow("BGN", 2, "bulgarian leva;bulgarian lev", "лв;лв.", "bulgaria"),
    CurrencyRow("HRK", 2, "croatian kuna;kuna", "kn", "croatia"),
    CurrencyRow("RSD", 2, "serbian dinars;serbian dinar", "", "serbia"),
    CurrencyRow("ISK", 0, "icelandic krona;icelandic kronur", "", "iceland"),
    CurrencyRow("MXN", 2, "mexican pesos;mexican peso", "MX$;Mex$", "mexico"),
    CurrencyRow("ARS", 2, "argentine pesos;argentinian pesos", "AR$", "argentina"),
    CurrencyRow("CLP", 0, "chilean pesos;chilean peso", "CLP$", "chile"),
    CurrencyRow("COP", 2, "colombian pesos;colombian peso", "COL$;COP$", "colombia"),
    CurrencyRow("PEN", 2, "peruvian soles;peruvian sol;soles", "S/;S/.", "peru"),
    CurrencyRow("UYU", 2, "uruguayan pesos", "$U", "uruguay"),
    CurrencyRow("CRC", 2, "costa rican colones;colones", "₡", "costa rica"),
    CurrencyRow("GTQ", 2, "guatemalan quetzales;quetzales", "", "guatemala"),
    CurrencyRow("DOP", 2, "dominican pesos", "RD$", "dominican republic"),
    CurrencyRow("JMD", 2, "jamaican dollars", "J$", "jamaica"),
    CurrencyRow("TTD", 2, "trinidad and tobago dollars", "TT$", "trinidad and tobago"),
    CurrencyRow("BBD", 2, "barbados dollars;barbadian dollars", "Bds$", "barbados"),
    CurrencyRow("BSD", 2, "bahamian dollars", "", "bahamas"),
    CurrencyRow("BMD", 2, "bermuda dollars;bermudian dollars", "BD$", "bermuda"),
    CurrencyRow("KYD", 2, "cayman islands dollars;cayman dollars", "CI$", "cayman islands"),
    CurrencyRow("XCD", 2, "east caribbean dollars", "EC$"),
)  # fmt: skip
_DOLLARS = "USD SGD HKD AUD CAD NZD TWD BND FJD JMD TTD BBD BSD BMD KYD XCD"
# What several currencies share, and which they are, the likeliest first.
SHARED = {
    "$": _DOLLARS + " MXN ARS CLP COP",
    "dollar": _DOLLARS,
    "dollars": _DOLLARS,
    "¥": "JPY CNY",
    "kr": "SEK NOK DKK ISK",
    "kr.": "SEK NOK DKK ISK",
    "kronor": "SEK",
    "kroner": "NOK DKK",
    "rs": "INR PKR LKR NPR",
    "rs.": "INR PKR LKR NPR",
    "₨": "PKR INR LKR NPR",
    "pound": "GBP EGP",
    "pounds": "GBP EGP",
    "franc": "CHF XOF XAF",
    "francs": "CHF XOF XAF",
    "pesos": "PHP MXN ARS CLP COP UYU DOP",
    "dirhams": "AED MAD",
    "riyals": "SAR QAR",
    "won": "KRW",
    "dong": "VND",
}
# The offshore name of a currency; ISO 4217 does not know it.
OFFSHORE = {"CNH": "CNY"}
# Codes and symbols that are also words, initials or labels: read next to a number, or when the whole text is one.
ALSO_WORDS = frozenset(
    "TRY MAD PEN COP MOP GEL RON RM SR KD BD QR TL LE R stg Dh Tk Fr. Rp Rp. Rs Rs. kr kr. Ft kn zl won dong pound "
    "pounds rand real lei lari kina taka soles CFA NIS р. S/ S/.".split()
)
