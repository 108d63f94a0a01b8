/** beyond 7.1 (downloadable), 19 (the e-book: 9.90 with a link for 2.50). */
import { expect, test } from "vitest";
import { chooseLinks, linksPrice } from "../../../../src/shop/catalog/downloads/chosen-links.js";
import type { DownloadLink, LinkPrices } from "../../../../src/shop/data/entities/options.js";

const none = { type: null, file: null, url: null };

function link(link_id: number, prices: LinkPrices): DownloadLink {
  const source = { type: "url", file: null, url: "http://example.com/" } as const;
  const own = { link_id, sort_order: 0, titles: { "0": `Link ${link_id}` }, prices };
  return { ...own, number_of_downloads: 0, is_shareable: 2, source, sample: none };
}

const links = [link(4, { "0": 2.5 }), link(6, { "0": 1.1, w1: 1.2 })];
const scope = { store_id: 1, website_id: 1 };
const refused = { problem: "Please specify product link(s)." };

test.each([
  { given: [4], want: { links: [4] } },
  { given: ["6", 4], want: { links: [4, 6] } },
  { given: 4, want: { links: [4] } },
  { given: [99, 4], want: { links: [4] } },
  { given: [99], want: refused },
  { given: [], want: refused },
  { given: undefined, want: refused },
  { given: { 4: 1 }, want: refused },
  { given: "4 x", want: refused },
])("sold separately, $given", ({ given, want }) => {
  expect(chooseLinks(links, given, true)).toEqual(want);
});

test("links that are not sold separately are all included, without a price", () => {
  expect(chooseLinks(links, undefined, false)).toEqual({ links: [4, 6] });
  expect(chooseLinks([], [4], false)).toEqual({ links: [] });
  expect(linksPrice(links, [4, 6], false, { scope, priceScope: "website" })).toBe(0);
});

test("a product whose links are sold separately but that has no links cannot be bought", () => {
  expect(chooseLinks([], [4], true)).toEqual(refused);
});

test.each([
  { chosen: [4], priceScope: "global", want: 2.5 },
  { chosen: [4, 6], priceScope: "global", want: 3.6 },
  { chosen: [4, 6], priceScope: "website", want: 3.7 },
  { chosen: [99], priceScope: "global", want: 0 },
] as const)("$chosen costs $want, prices per $priceScope", ({ chosen, priceScope, want }) => {
  expect(linksPrice(links, chosen, true, { scope, priceScope })).toBe(want);
});
