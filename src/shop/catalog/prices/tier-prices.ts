/** Tier prices: reads the lists of callers, and stores and presents their rows (catalog 8). */
import type { ProductType, TierPrice } from "../../data/entities/catalog.js";
import type { CustomerGroup, Website } from "../../data/entities/shop.js";
import type { ShopDirectory } from "../../stores/directory.js";
import type { Problem } from "../../../engine/values/problem.js";
import {
  addProblems,
  givenMembers,
  readAs,
  refuse,
  set,
  type Reading,
} from "../../../engine/contract/inputs.js";
import { isObject, toInt } from "../../../engine/values/coercion.js";
import { inputs, readerOf } from "../../inputs.js";
import { hasTierPrices } from "../attribute-values/product-types.js";
import { maxListed, tooLong } from "../../../engine/values/lists.js";

/** The data that tier prices are checked against. */
export interface TierPriceContext {
  readonly type: ProductType;
  /** The websites of the product after the change. */
  readonly website_ids: readonly number[];
  readonly website: (value: unknown) => Website | undefined;
  readonly customerGroups: readonly CustomerGroup[];
  readonly priceScope: "website" | "global";
}

/** The context for the tier prices of a product in this shop. */
export function tierPriceContext(
  shop: ShopDirectory,
  { priceScope }: Pick<TierPriceContext, "priceScope">,
  { type, website_ids }: Pick<TierPriceContext, "type" | "website_ids">,
): TierPriceContext {
  const website = (value: unknown) => shop.website(value);
  return { type, website_ids, website, customerGroups: shop.doc.customer_groups, priceScope };
}

/** The ID that means all customer groups in Magento 1. */
export const allGroupsId = 32000;
const rows = inputs.TierPriceInput;

/**
 * Reads a complete list of tier prices; adds invalid members to `problems`.
 * @param field name of the list in problems: `tier_price` in product data, `tierPrices` as an argument
 */
export function readTierPrices(
  given: unknown,
  context: TierPriceContext,
  field: string,
  problems: Problem[],
): readonly TierPrice[] {
  if (!Array.isArray(given)) {
    problems.push({ field, message: "must be a list of tier prices" });
    return [];
  }
  if (given.length > maxListed) {
    problems.push({ field, message: tooLong });
    return [];
  }
  if (given.length > 0 && !hasTierPrices(context.type)) {
    problems.push({ field, message: `cannot be given for a ${context.type} product` });
    return [];
  }
  const rows: TierPrice[] = [];
  given.forEach((entry: unknown, index) => {
    const row = readRow(entry, context, `${field}[${index}]`, problems);
    if (row) rows.push(row);
  });
  addClashes(rows, field, problems);
  return rows;
}

function readRow(
  entry: unknown,
  context: TierPriceContext,
  field: string,
  problems: Problem[],
): TierPrice | undefined {
  if (!isObject(entry)) {
    problems.push({ field, message: "must be an object with qty and price" });
    return undefined;
  }
  const { qty = "", price = "", website = "all", customer_group_id = "all" } = givenMembers(entry);
  const data = { ...entry, qty, price, website, customer_group_id };
  const { given, problems: found } = priceMembers.read(data, context);
  addProblems(problems, found, `${field}.`);
  return found.length === 0 ? ({ customer_group_id, website, qty, price, ...given } as TierPrice) : undefined;
}

const priceMembers = readerOf<"TierPriceInput", TierPrice, TierPriceContext>(
  ["TierPriceInput"],
  {
    qty: readAs(rows.qty, `must be a number above 0 and below ${Math.ceil(rows.qty.max)}`),
    price: readAs(rows.price, `must be a number, 0 or more and below ${Math.ceil(rows.price.max)}`),
    website: readWebsite,
    customer_group_id: readGroup,
  },
  ["qty", "price", "website"],
);

function readWebsite(value: unknown, context: TierPriceContext): Reading<string> {
  if (value === "all") return set("all");
  const website = context.website(value);
  // The website of the admin stands for all of them (catalog 8).
  if (website?.website_id === 0) return set("all");
  if (context.priceScope === "global") return refuse('must be "all": prices are the same on all websites');
  if (!website) return refuse('must be the code or ID of a website, or "all"');
  if (!context.website_ids.includes(website.website_id)) {
    return refuse(`the product is not in website ${website.code}`);
  }
  return set(website.code);
}

function readGroup(value: unknown, { customerGroups }: TierPriceContext): Reading<string> {
  if (value === "all") return set("all");
  const id = toInt(value);
  if (id === allGroupsId) return set("all");
  const isKnown = customerGroups.some(({ group_id }) => group_id === id);
  return isKnown ? set(String(id)) : refuse('must be the ID of a customer group, or "all"');
}

/** Only one price can apply to a website, group and quantity. */
function addClashes(rows: readonly TierPrice[], field: string, problems: Problem[]): void {
  const websitesByPlace = new Map<string, Set<string>>();
  for (const { customer_group_id, website, qty } of rows) {
    const place = `${customer_group_id} ${qty}`;
    const taken = websitesByPlace.get(place) ?? new Set();
    websitesByPlace.set(place, taken);
    const isTaken = taken.has(website) || taken.has("all") || (website === "all" && taken.size > 0);
    if (isTaken) {
      const message = `more than one price for group ${customer_group_id} and quantity ${qty} on the same website`;
      problems.push({ field, message });
    }
    taken.add(website);
  }
}

/** Replaces the rows. Rows with the same key keep their order; new ones follow. */
export function replacedTierPrices(
  current: readonly TierPrice[],
  given: readonly TierPrice[],
): readonly TierPrice[] {
  const givenByKey = new Map(given.map((row) => [rowKey(row), row]));
  const kept = current.flatMap((row) => givenByKey.get(rowKey(row)) ?? []);
  const keptKeys = new Set(kept.map(rowKey));
  return [...kept, ...given.filter((row) => !keptKeys.has(rowKey(row)))];
}

function rowKey({ customer_group_id, website, qty }: TierPrice): string {
  return `${customer_group_id} ${website} ${qty}`;
}

/** The rows for results: by quantity, then in the order in which they were added. */
export function presentTierPrices(rows: readonly TierPrice[]): TierPrice[] {
  return rows
    .map(({ customer_group_id, website, qty, price }) => ({ customer_group_id, website, qty, price }))
    .sort((a, b) => a.qty - b.qty);
}

interface WithTierPrices {
  readonly tier_price?: readonly TierPrice[];
}

/** Adds the further members of the product info of Magento 1 (doors 0.1). Returns the same object if there are no tier prices. */
export function withLegacyTierPrices<Info extends WithTierPrices>(info: Info, shop: ShopDirectory): Info {
  const { tier_price: rows } = info;
  if (!rows || rows.length === 0) return info;
  return { ...info, tier_price: rows.map((row, index) => wholeRow(row, index, shop)) };
}

function wholeRow(row: TierPrice, index: number, shop: ShopDirectory) {
  const isForAll = row.customer_group_id === "all";
  return {
    ...row,
    price_id: index + 1,
    website_id: row.website === "all" ? 0 : (shop.website(row.website)?.website_id ?? 0),
    all_groups: isForAll,
    // The living system answers a number for all groups, and the ID of one group as text.
    cust_group: isForAll ? allGroupsId : row.customer_group_id,
    price_qty: row.qty,
    website_price: row.price,
    is_percent: 0,
  };
}
