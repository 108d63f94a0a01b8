/** Addresses: content rules, street lines and regions. customers 3.4, 3.6, 3.7. */
import { describe, expect, test } from "vitest";
import { countries } from "../../../../src/shop/directory/countries.js";
import { maxId } from "../../../../src/engine/values/coercion.js";
import {
  validateAddress,
  type AddressFields,
} from "../../../../src/shop/customers/addresses/address-data.js";

const context = {
  countries,
  optionalPostcodeCountries: ["HK", "IE", "MO", "PA"],
  regionRequiredCountries: [] as readonly string[],
};

const place = {
  firstname: "Mila",
  lastname: "Novak",
  street: "1 Main Street",
  city: "Springfield",
  telephone: "555-0100",
  postcode: "12345",
  country_id: "US",
};

const judge = (data: object, stored?: AddressFields, more: object = {}) =>
  validateAddress(data as Record<string, unknown>, stored, { ...context, ...more });
const fieldsOf = (data: object, stored?: AddressFields) =>
  judge(data, stored).problems.map(({ field }) => field);

describe("content", () => {
  test.each([
    { title: "no problems", data: {}, want: [] },
    {
      title: "all problems in their order",
      data: { fax: [], is_default_billing: "x", lastname: " ", city: null, region_id: "x" },
      want: ["lastname", "city", "region_id", "fax", "is_default_billing"],
    },
    {
      title: "too long",
      data: { telephone: "5".repeat(256), company: "x".repeat(256) },
      want: ["telephone", "company"],
    },
    { title: "255 characters", data: { telephone: "5".repeat(255), company: "😀".repeat(255) }, want: [] },
    {
      title: "numbers are text",
      data: { firstname: 7, city: 8, telephone: 5550100, postcode: 94105 },
      want: [],
    },
    {
      title: "other JSON types",
      data: { firstname: true, prefix: {}, is_default_shipping: "" },
      want: ["firstname", "prefix", "is_default_shipping"],
    },
    { title: "control characters", data: { city: "a\u0007b" }, want: ["city"] },
    { title: "no postcode in the US", data: { postcode: "" }, want: ["postcode"] },
    { title: "no postcode in Germany", data: { postcode: null, country_id: "de" }, want: ["postcode"] },
    ...["HK", "IE", "MO", "PA", "ie"].map((country_id) => ({
      title: `no postcode in ${country_id}`,
      data: { postcode: "", country_id },
      want: [],
    })),
    {
      title: "no country and no postcode",
      data: { postcode: " ", country_id: "" },
      want: ["postcode", "country_id"],
    },
    { title: "unknown country", data: { country_id: "XX" }, want: ["country_id"] },
    { title: "Kosovo is not in ISO 3166-1", data: { country_id: "XK" }, want: ["country_id"] },
    { title: "three letters", data: { country_id: "USA" }, want: ["country_id"] },
    { title: "a country after or before other text", data: { country_id: "1US" }, want: ["country_id"] },
    { title: "a country after a line break", data: { country_id: "US\nUS" }, want: ["country_id"] },
    { title: "letters that become capitals", data: { country_id: "ıe" }, want: ["country_id"] },
    { title: "a list as country", data: { country_id: ["US"] }, want: ["country_id"] },
  ])("$title", ({ data, want }) => {
    expect(fieldsOf({ ...place, ...data })).toEqual(want);
  });

  test("the country is stored in capitals, and text without surrounding spaces", () => {
    const { fields } = judge({ ...place, country_id: " ie ", city: " Cork\u00a0", postcode: "", fax: " " });
    expect(fields).toMatchObject({ country_id: "IE", city: "Cork", postcode: null, fax: null });
  });

  test.each([
    { flags: {}, want: [undefined, undefined] },
    { flags: { is_default_billing: null, is_default_shipping: 0 }, want: [undefined, false] },
    { flags: { is_default_billing: "1", is_default_shipping: false }, want: [true, false] },
  ])("flags $flags", ({ flags, want }) => {
    const read = judge({ ...place, ...flags }).flags;
    expect([read.is_default_billing, read.is_default_shipping]).toEqual(want);
  });
});

describe("street", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);

  test.each([
    { street: "a", want: "a" },
    { street: " a \r\n b\nc ", want: "a\nb\nc" },
    { street: ["a", "b"], want: "a\nb" },
    { street: ["", "Flat 2"], want: "Flat 2" },
    { street: ["a", "", "b", " "], want: "a\n\nb" },
    { street: ["a\nb", "c"], want: "a\nb\nc" },
    { street: ["a", null], want: "a" },
    { street: 12, want: "12" },
    { street: [12, 1.5], want: "12\n1.5" },
    { street: lines(10), want: lines(10).join("\n") },
    { street: `${lines(10).join("\n")}\n\n`, want: lines(10).join("\n") },
    { street: ["x".repeat(255)], want: "x".repeat(255) },
    { street: " a \n b", want: "a\nb" },
    { street: ["a", {}, "b"], want: undefined },
    { street: "", want: undefined },
    { street: ["", ""], want: undefined },
    { street: [], want: undefined },
    { street: lines(11), want: undefined },
    { street: lines(11).join("\n"), want: undefined },
    { street: ["a", "x".repeat(256)], want: undefined },
    { street: [["a"]], want: undefined },
    { street: [{}], want: undefined },
    { street: { 0: "a" }, want: undefined },
    { street: true, want: undefined },
  ])("$street", ({ street, want }) => {
    const { fields, problems } = judge({ ...place, street });
    if (want === undefined) expect(problems.map(({ field }) => field)).toEqual(["street"]);
    else expect([problems, fields.street]).toEqual([[], want]);
  });
});

describe("region", () => {
  const unset = { region: null, region_id: null };
  const california = { region: "California", region_id: 12 };

  test.each([
    ["none", {}, unset],
    ["number", { region_id: 12 }, california],
    ["number as text", { region_id: "12", region: "whatever" }, california],
    ["number as region", { region: "12" }, california],
    ["number as region beside an empty number", { region: "12", region_id: "" }, california],
    ["number as region beside null", { region: "12", region_id: null }, california],
    ["digits that are not a region", { region: "999" }, { region: "999", region_id: null }],
    ["text", { region: " California " }, { region: "California", region_id: null }],
    ["0", { region_id: 0 }, unset],
    ["0 and text", { region_id: "0", region: "CA" }, { region: "CA", region_id: null }],
    ["unknown", { region_id: 999 }, "region_id"],
    ["of Canada", { region_id: 66 }, "region_id"],
    ["no number", { region_id: "CA" }, "region_id"],
    ["negative", { region_id: -1 }, "region_id"],
    ["boolean", { region_id: true }, "region_id"],
    ["beyond all numbers", { country_id: "FR", region_id: maxId + 1 }, "region_id"],
    [
      "the last number, without countries",
      { country_id: "FR", region_id: maxId },
      { region: null, region_id: maxId },
    ],
    ["negative, without countries", { country_id: "FR", region_id: -1 }, "region_id"],
    ["digits and more", { region: "12a" }, { region: "12a", region_id: null }],
    ["more and digits", { region: "a12" }, { region: "a12", region_id: null }],
    ["object", { region: {} }, "region"],
    [
      "without directory",
      { country_id: "FR", region_id: 182, region: "Ain" },
      { region: "Ain", region_id: 182 },
    ],
    ["without countries, any number", { country_id: "FR", region_id: 12 }, { region: null, region_id: 12 }],
    [
      "without countries, digits are text",
      { country_id: "FR", region: "12" },
      { region: "12", region_id: null },
    ],
    ["without countries, no number", { country_id: "FR", region_id: "x" }, "region_id"],
  ])("create: %s", (_title, given, want) => {
    const { fields, problems } = judge({ ...place, ...given });
    if (typeof want === "string") expect(problems.map(({ field }) => field)).toEqual([want]);
    else expect([problems, { region: fields.region, region_id: fields.region_id }]).toEqual([[], want]);
  });

  test.each([
    ["nothing given", california, {}, california],
    ["null keeps", california, { region: null, region_id: null }, california],
    ["another number", california, { region_id: 43 }, { region: "New York", region_id: 43 }],
    ["another text", california, { region: "Kalifornien" }, { region: "Kalifornien", region_id: null }],
    ["the same text", california, { region: "California" }, california],
    ["empty text", california, { region: "" }, unset],
    ["empty number", california, { region_id: "" }, unset],
    ["empty number and text", california, { region_id: 0, region: "CA" }, { region: "CA", region_id: null }],
    ["another country", california, { country_id: "CA" }, unset],
    ["another country without directory", california, { country_id: "FR" }, unset],
    [
      "another country and its region",
      california,
      { country_id: "CA", region_id: 74 },
      { region: "Ontario", region_id: 74 },
    ],
    [
      "another country with the old name",
      california,
      { country_id: "CA", region: "California" },
      { region: "California", region_id: null },
    ],
    ["another country with the old number", california, { country_id: "CA", region_id: 12 }, "region_id"],
    [
      "free text in another country",
      { region: "Norte", region_id: null },
      { country_id: "MX" },
      { region: "Norte", region_id: null },
    ],
    ["the same country again", california, { country_id: "us" }, california],
    [
      "no number any more, where text stands alone",
      { region: "Kalifornien", region_id: null },
      { region_id: 0 },
      { region: "Kalifornien", region_id: null },
    ],
    [
      "the same text without its number",
      california,
      { region: "California", region_id: 0 },
      { region: "California", region_id: null },
    ],
  ])("update: %s", (_title, from, given, want) => {
    const stored = { ...judge({ ...place, region: from.region ?? "" }).fields, ...from };
    const { fields, problems } = judge(given, stored);
    if (typeof want === "string") expect(problems.map(({ field }) => field)).toEqual([want]);
    else expect([problems, { region: fields.region, region_id: fields.region_id }]).toEqual([[], want]);
  });

  test.each([
    { title: "no number any more leaves the text beside it", given: { region_id: 0 }, region_id: null },
    { title: "the number stays with its country", given: { city: "Lyon" }, region_id: 182 },
  ])("without a directory of regions: $title", ({ given, region_id }) => {
    const stored = judge({ ...place, country_id: "FR", region_id: 182, region: "Ain" }).fields;
    const { fields, problems } = judge(given, stored);
    expect([problems, fields.region, fields.region_id]).toEqual([[], "Ain", region_id]);
  });

  test("can be required by a setting", () => {
    const strict = { regionRequiredCountries: ["US"] };
    expect(judge(place, undefined, strict).problems.map(({ field }) => field)).toEqual(["region"]);
    expect(judge({ ...place, region: "CA" }, undefined, strict).problems).toEqual([]);
    expect(judge({ ...place, region_id: 12 }, undefined, strict).problems).toEqual([]);
    const france = { ...place, country_id: "FR", region_id: 182 };
    expect(judge(france, undefined, { regionRequiredCountries: ["FR"] }).problems).toEqual([]);
    expect(judge({ ...place, country_id: "FR" }, undefined, strict).problems).toEqual([]);
  });
});

describe("update", () => {
  const stored = judge({ ...place, company: "Acme", country_id: "IE", postcode: "" }).fields;

  test.each([
    { data: {}, want: [] },
    { data: { city: null, company: null }, want: [] },
    { data: { city: "", lastname: " " }, want: ["lastname", "city"] },
    { data: { country_id: "US" }, want: ["postcode"] },
    { data: { country_id: "US", postcode: "1" }, want: [] },
    { data: { country_id: "" }, want: ["postcode", "country_id"] },
    { data: { street: [] }, want: ["street"] },
  ])("$data", ({ data, want }) => {
    expect(fieldsOf(data, stored)).toEqual(want);
  });

  test("keeps omitted members and clears empty ones", () => {
    expect(judge({}, stored).fields).toEqual(stored);
    expect(judge({ company: "" }, stored).fields).toEqual({ ...stored, company: null });
  });
});

describe("directory", () => {
  test.each([
    ["US", 1, "Alabama", "AL"],
    ["US", 7, "Armed Forces Americas", "AA"],
    ["US", 12, "California", "CA"],
    ["US", 17, "Federated States Of Micronesia", "FM"],
    ["US", 30, "Marshall Islands", "MH"],
    ["US", 43, "New York", "NY"],
    ["US", 46, "Northern Mariana Islands", "MP"],
    ["US", 57, "Texas", "TX"],
    ["US", 60, "Virgin Islands", "VI"],
    ["US", 65, "Wyoming", "WY"],
    ["CA", 66, "Alberta", "AB"],
    ["CA", 69, "Newfoundland and Labrador", "NL"],
    ["CA", 78, "Yukon Territory", "YT"],
    ["DE", 79, "Niedersachsen", "NDS"],
    ["DE", 94, "Thüringen", "THE"],
    ["AT", 95, "Wien", "WI"],
    ["AT", 103, "Vorarlberg", "VB"],
    ["CH", 104, "Aargau", "AG"],
    ["CH", 119, "St. Gallen", "SG"],
    ["CH", 129, "Zürich", "ZH"],
  ])("%s %i is %s", (country_id, region_id, name, code) => {
    expect(countries.region(country_id, region_id)).toEqual({ region_id, country_id, code, name });
  });

  test("ends where the next country begins", () => {
    expect(countries.region("US", 66)).toBeUndefined();
    expect(countries.region("CH", 130)).toBeUndefined();
  });

  test("has the 249 countries of ISO 3166-1", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = letters
      .flatMap((one) => letters.map((other) => one + other))
      .filter((code) => countries.hasCountry(code));
    expect(codes).toHaveLength(249);
  });
});
