/** The countries of ISO 3166-1 and the regions of some of them, with the IDs of customers 3.6. */
import { installedJson } from "../../engine/config/package.js";

interface Region {
  readonly region_id: number;
  readonly country_id: string;
  readonly code: string;
  readonly name: string;
}

/** Lookups of countries and regions. */
export interface CountryDirectory {
  /** By code. */
  readonly all: readonly Country[];
  hasCountry(code: string): boolean;
  /** The two-letter code for a code of two or three letters in any case; undefined if it is unknown. */
  codeOf(code: string): string | undefined;
  /** Whether the regions of a country are known. */
  hasRegions(country: string): boolean;
  region(country: string, regionId: number): Region | undefined;
  /** The regions by ID; empty if they are not known. */
  regionsOf(country: string): readonly Region[];
}

/** A country of ISO 3166-1. */
interface Country {
  /** Two letters. */
  readonly code: string;
  /** Three letters. */
  readonly code3: string;
  /** English. */
  readonly name: string;
}

/** The regions of countries: the first ID, then code and name of each region in the order of IDs. */
const regionLists: Readonly<Record<string, readonly [firstId: number, list: string]>> = {
  US: [
    1,
    `AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, AF Armed Forces Africa,
    AA Armed Forces Americas, AC Armed Forces Canada, AE Armed Forces Europe, AM Armed Forces Middle East,
    AP Armed Forces Pacific, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia,
    FM Federated States Of Micronesia, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana,
    IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MH Marshall Islands, MD Maryland, MA Massachusetts,
    MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire,
    NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, MP Northern Mariana Islands,
    OH Ohio, OK Oklahoma, OR Oregon, PW Palau, PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina,
    SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VI Virgin Islands, VA Virginia, WA Washington,
    WV West Virginia, WI Wisconsin, WY Wyoming`,
  ],
  CA: [
    66,
    `AB Alberta, BC British Columbia, MB Manitoba, NL Newfoundland and Labrador, NB New Brunswick, NS Nova Scotia,
    NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan,
    YT Yukon Territory`,
  ],
  DE: [
    79,
    `NDS Niedersachsen, BAW Baden-Württemberg, BAY Bayern, BER Berlin, BRG Brandenburg, BRE Bremen, HAM Hamburg,
    HES Hessen, MEC Mecklenburg-Vorpommern, NRW Nordrhein-Westfalen, RHE Rheinland-Pfalz, SAR Saarland, SAS Sachsen,
    SAC Sachsen-Anhalt, SCN Schleswig-Holstein, THE Thüringen`,
  ],
  AT: [
    95,
    `WI Wien, NO Niederösterreich, OO Oberösterreich, SB Salzburg, KN Kärnten, ST Steiermark, TI Tirol,
    BL Burgenland, VB Vorarlberg`,
  ],
  CH: [
    104,
    `AG Aargau, AI Appenzell Innerrhoden, AR Appenzell Ausserrhoden, BE Bern, BL Basel-Landschaft, BS Basel-Stadt,
    FR Freiburg, GE Genf, GL Glarus, GR Graubünden, JU Jura, LU Luzern, NE Neuenburg, NW Nidwalden, OW Obwalden,
    SG St. Gallen, SH Schaffhausen, SO Solothurn, SZ Schwyz, TG Thurgau, TI Tessin, UR Uri, VD Waadt, VS Wallis,
    ZG Zug, ZH Zürich`,
  ],
};

/** Regions by country, then by ID. */
const regions: ReadonlyMap<string, ReadonlyMap<number, Region>> = new Map(
  Object.entries(regionLists).map(([country_id, [firstId, list]]) => {
    const rows = list.split(/,\s+/).map((entry, index): [number, Region] => {
      const [code = "", ...name] = entry.split(" ");
      return [firstId + index, { region_id: firstId + index, country_id, code, name: name.join(" ") }];
    });
    return [country_id, new Map(rows)];
  }),
);

const all = allCountries();
const byCode = new Map(
  all.flatMap((country) => [country.code, country.code3].map((code) => [code, country])),
);

export const countries: CountryDirectory = {
  all,
  hasCountry: (code) => code.length === 2 && byCode.has(code),
  codeOf: (code) => byCode.get(code.toUpperCase())?.code,
  hasRegions: (country) => regions.has(country),
  region: (country, regionId) => regions.get(country)?.get(regionId),
  regionsOf: (country) => [...(regions.get(country)?.values() ?? [])],
};

/** The 249 countries of ISO 3166-1. */
function allCountries(): readonly Country[] {
  // Loads only the data that is needed: the main file of the package loads the names in all 80 languages.
  const codes = installedJson("i18n-iso-countries/codes.json") as readonly (readonly [string, string])[];
  const { countries: names } = installedJson("i18n-iso-countries/langs/en.json") as {
    readonly countries: Readonly<Record<string, string | readonly string[]>>;
  };
  return (
    codes
      // The package contains Kosovo, whose code is not part of ISO 3166-1.
      .filter(([code]) => code !== "XK")
      .map(([code, code3]) => ({ code, code3, name: [names[code] ?? code].flat()[0] ?? code }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
  );
}
