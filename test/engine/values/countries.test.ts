/** The countries of ISO 3166-1 and their regions (customers 3.6). */
import { expect, test } from "vitest";
import { countries } from "../../../src/shop/directory/countries.js";

test.each([
  ["US", "US"],
  ["us", "US"],
  ["USA", "US"],
  ["deu", "DE"],
  ["XK", undefined],
  ["XKX", undefined],
  ["U", undefined],
  ["USAA", undefined],
])("%s is the code of %s", (given, want) => expect(countries.codeOf(given)).toBe(want));

test("codes of two capital letters are looked up unchanged", () => {
  expect(["US", "us", "USA", "XK"].map((code) => countries.hasCountry(code))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("all countries by code, each with a name", () => {
  const codes = countries.all.map(({ code }) => code);
  expect(codes).toEqual([...codes].sort());
  expect(countries.all).toHaveLength(249);
  expect(countries.all.find(({ code }) => code === "DE")).toEqual({
    code: "DE",
    code3: "DEU",
    name: "Germany",
  });
});

test("regions of a country", () => {
  expect(countries.regionsOf("CA")).toHaveLength(13);
  expect(countries.regionsOf("CA")[0]).toEqual({
    region_id: 66,
    country_id: "CA",
    code: "AB",
    name: "Alberta",
  });
  expect([countries.hasRegions("CA"), countries.hasRegions("FR")]).toEqual([true, false]);
  expect(countries.regionsOf("FR")).toEqual([]);
  expect(countries.region("FR", 66)).toBeUndefined();
});
