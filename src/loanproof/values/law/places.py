"""Legal systems as data: a code for each, the places that name it and the adjectives of its law.

Codes follow ISO 3166; England and Wales is ``GB-EAW``, and the two financial centres of the Emirates, which
have laws of their own, are ``AE-DIFC`` and ``AE-ADGM``. ``GB``, ``US``, ``AU`` and ``CA`` hold several legal
systems and are only ever too broad.
"""

from __future__ import annotations

from functools import lru_cache

_US_STATES = """AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|
LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|
NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NY NY|NC North Carolina|ND North Dakota|
OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|
TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming"""
_AU_STATES = """NSW New South Wales|NSW NSW|VIC Victoria|QLD Queensland|SA South Australia|WA Western Australia|
TAS Tasmania|ACT Australian Capital Territory|NT Northern Territory"""
_CA_PROVINCES = """ON Ontario|QC Quebec|QC Québec|BC British Columbia|AB Alberta|MB Manitoba|SK Saskatchewan|
NS Nova Scotia|NB New Brunswick|NL Newfoundland and Labrador|PE Prince Edward Island"""
# Each line has a code, the places that name it and, after the semicolon, the adjectives of its law.
_COUNTRIES = """GB-EAW England, England and Wales, England & Wales, Wales; English, English and Welsh, Welsh
GB-SCT Scotland; Scots, Scottish
GB-NIR Northern Ireland; Northern Irish
GB United Kingdom, UK, Great Britain, United Kingdom of Great Britain and Northern Ireland; British
US United States, United States of America, USA, US, U.S., U.S.A.; American, US federal
AU Australia, Commonwealth of Australia; Australian
CA Canada; Canadian
SG Singapore; Singaporean
HK Hong Kong, Hong Kong SAR, Hong Kong Special Administrative Region, HKSAR; Hongkong
MO Macau, Macao, Macau Special Administrative Region; Macanese
CN China, PRC, People's Republic of China, Mainland China, P.R.C., PR China; Chinese
TW Taiwan, Republic of China, R.O.C., ROC; Taiwanese
JP Japan; Japanese
KR Korea, South Korea, Republic of Korea; Korean, South Korean
IN India; Indian
PK Pakistan; Pakistani
BD Bangladesh; Bangladeshi
LK Sri Lanka; Sri Lankan
MY Malaysia; Malaysian
LABUAN Labuan;
ID Indonesia; Indonesian
TH Thailand; Thai
VN Vietnam, Viet Nam; Vietnamese
PH Philippines; Philippine, Filipino
KH Cambodia; Cambodian
LA Laos, Lao PDR; Lao
MM Myanmar; Burmese
MN Mongolia; Mongolian
KZ Kazakhstan; Kazakh
UZ Uzbekistan; Uzbek
AIFC Astana International Financial Centre, AIFC;
NZ New Zealand;
PG Papua New Guinea;
FJ Fiji; Fijian
AE United Arab Emirates, UAE, U.A.E., Dubai, Abu Dhabi, Emirate of Dubai, Emirate of Abu Dhabi; Emirati
AE-DIFC DIFC, Dubai International Financial Centre;
AE-ADGM ADGM, Abu Dhabi Global Market;
QA Qatar; Qatari
QA-QFC QFC, Qatar Financial Centre;
SA Saudi Arabia, Kingdom of Saudi Arabia, KSA; Saudi, Saudi Arabian
BH Bahrain; Bahraini
KW Kuwait; Kuwaiti
OM Oman; Omani
JO Jordan; Jordanian
LB Lebanon; Lebanese
IL Israel; Israeli
EG Egypt; Egyptian
TR Turkey, Türkiye; Turkish
IE Ireland, Republic of Ireland; Irish
DE Germany, Federal Republic of Germany; German
FR France, French Republic; French
NL Netherlands, Holland; Dutch
BE Belgium; Belgian
LU Luxembourg, Grand Duchy of Luxembourg; Luxembourgish, Luxembourgeois
CH Switzerland, Swiss Confederation; Swiss
AT Austria; Austrian
IT Italy, Italian Republic; Italian
ES Spain, Kingdom of Spain; Spanish
PT Portugal; Portuguese
GR Greece, Hellenic Republic; Greek
CY Cyprus; Cypriot, Cyprian
MT Malta; Maltese
SE Sweden; Swedish
NO Norway; Norwegian
DK Denmark; Danish
FI Finland; Finnish
IS Iceland; Icelandic
PL Poland; Polish
CZ Czech Republic, Czechia; Czech
SK Slovakia, Slovak Republic; Slovak
HU Hungary; Hungarian
RO Romania; Romanian
BG Bulgaria; Bulgarian
HR Croatia; Croatian
SI Slovenia; Slovenian
RS Serbia; Serbian
EE Estonia; Estonian
LV Latvia; Latvian
LT Lithuania; Lithuanian
UA Ukraine; Ukrainian
RU Russia, Russian Federation; Russian
GE Republic of Georgia; Georgian
AM Armenia; Armenian
AZ Azerbaijan; Azerbaijani
LI Liechtenstein;
MC Monaco; Monegasque
JE Jersey, Bailiwick of Jersey;
GG Guernsey, Island of Guernsey;
IM Isle of Man; Manx
GI Gibraltar; Gibraltarian
KY Cayman Islands; Cayman
VG British Virgin Islands, BVI; BVI
BM Bermuda; Bermudian
BS Bahamas, Commonwealth of the Bahamas; Bahamian
BB Barbados; Barbadian
PA Panama; Panamanian
MH Marshall Islands; Marshallese
LR Liberia; Liberian
MU Mauritius; Mauritian
SC Seychelles;
ZA South Africa; South African
NG Nigeria, Federal Republic of Nigeria; Nigerian
KE Kenya; Kenyan
GH Ghana; Ghanaian
TZ Tanzania; Tanzanian
UG Uganda; Ugandan
ZM Zambia; Zambian
ET Ethiopia; Ethiopian
MA Morocco; Moroccan
TN Tunisia; Tunisian
MX Mexico, United Mexican States; Mexican
BR Brazil; Brazilian
AR Argentina; Argentine, Argentinian
CL Chile; Chilean
CO Colombia; Colombian
PE Peru; Peruvian
UY Uruguay; Uruguayan
PY Paraguay; Paraguayan
EC Ecuador; Ecuadorian
BO Bolivia; Bolivian
VE Venezuela; Venezuelan
CR Costa Rica; Costa Rican
DO Dominican Republic; Dominican
JM Jamaica; Jamaican
TT Trinidad and Tobago;
XE European Union, EU; European"""
BROAD = {"GB": "the United Kingdom", "US": "the United States", "AU": "Australia", "CA": "Canada"}


@lru_cache(maxsize=8192)  # the same words come again on every page
def words_of(name: str) -> tuple[str, ...]:
    """Return a name as the lower-case words by which it is looked up, signs left out."""
    return tuple("".join(char if char.isalnum() else " " for char in name.lower().replace("&", " and ")).split())


def _places() -> tuple[dict[tuple[str, ...], str], dict[tuple[str, ...], str]]:
    places: dict[tuple[str, ...], str] = {}
    adjectives: dict[tuple[str, ...], str] = {}
    for line in _COUNTRIES.split("\n"):
        code, _, rest = line.partition(" ")
        nouns, _, described = rest.partition(";")
        places |= {words_of(noun): code for noun in nouns.split(",") if noun.strip()}
        adjectives |= {words_of(word): code for word in described.split(",") if word.strip()}
    for country, table in (("US", _US_STATES), ("AU", _AU_STATES), ("CA", _CA_PROVINCES)):
        for entry in table.replace("\n", "").split("|"):
            code, _, name = entry.partition(" ")
            places[words_of(name)] = f"{country}-{code}"
    return places, adjectives


PLACES, ADJECTIVES = _places()
CODES = {words_of(code): code for code in {*PLACES.values(), *ADJECTIVES.values()} if len(code) > 3 or code in BROAD}
FIRST_WORDS = frozenset(words[0] for table in (PLACES, ADJECTIVES, CODES) for words in table)
MOST_WORDS = max(len(words) for words in PLACES)


def is_place(name: str) -> bool:
    """Tell whether a name is the name of a legal system's place and nothing else."""
    return words_of(name) in PLACES or words_of(name) in ADJECTIVES
