/** Titles and prices of options and links per scope. */
import type { ScopedTitles } from "../../data/entities/options.js";
import type { Scope } from "../../stores/directory.js";
import { fold } from "../../../engine/values/text.js";
import { defaultValueKey, readKeys, type PriceScope } from "../attribute-values/scoped-values.js";

/** The scope for prices, and whether websites have their own prices. */
export interface PricePlace {
  readonly scope: Scope;
  readonly priceScope: PriceScope;
}

export function titleAt(titles: ScopedTitles, scope: Scope): string {
  return memberAt(titles, readKeys("store", scope));
}

export function priceAt<Price>(
  prices: Readonly<Record<string, Price>>,
  { scope, priceScope }: PricePlace,
): Price {
  return memberAt(prices, readKeys(priceScope, scope));
}

function memberAt<Member>(members: Readonly<Record<string, Member>>, keys: readonly string[]): Member {
  const key = keys.find((one) => Object.hasOwn(members, one)) ?? defaultValueKey;
  return members[key] as Member;
}

interface Titled {
  readonly sort_order: number;
  readonly titles: ScopedTitles;
}

/** Sorts by sort order, then by title; otherwise the order stays, which is by ID. */
export function inSortOrder<Row extends Titled>(rows: readonly Row[], scope: Scope): Row[] {
  return rows.toSorted(
    (a, b) => a.sort_order - b.sort_order || compare(titleAt(a.titles, scope), titleAt(b.titles, scope)),
  );
}

function compare(a: string, b: string): number {
  const [one, other] = [fold(a), fold(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
