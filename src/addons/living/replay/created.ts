/** What the exchanges of a recording create, and the IDs in addresses of REST. */
import { isObject } from "../../../engine/values/coercion.js";
import type { ExchangeLine } from "../recording/exchange-line.js";
import { answeredIdKind } from "./identities.js";

/** The kind of ID after a segment of a path. */
const kindsBySegment: Readonly<Record<string, string>> = {
  products: "product",
  images: "image",
  categories: "category",
  category: "category",
  websites: "website",
  customers: "customer",
  addresses: "address",
  stockitems: "stock_item",
  orders: "order",
};

const segments = /\/([a-z]+)\/(\d+)(?=[/?]|$)/g;

export interface NamedObject {
  readonly kind: string;
  readonly id: unknown;
}

/**
 * The objects in the address of a request or in a `Location`, in its order. The category or website of a product has a
 * kind of its own, too: what is created is the assignment.
 */
export function objectsIn(address: string): NamedObject[] {
  let product = "";
  return [...address.replace(/\?.*/, "").matchAll(segments)].flatMap(([, segment = "", id = ""]) => {
    const kind = kindsBySegment[segment];
    if (kind === undefined) return [];
    if (kind === "product") product = id;
    const isAssigned = product !== "" && /^(categories|websites)$/.test(segment);
    return [{ kind, id }, ...(isAssigned ? [{ kind: `${kind} of product ${product}`, id }] : [])];
  });
}

/** Replaces the IDs in an address and in its filters by ID. */
export function translatedAddress(
  address: string,
  translated: (kind: string, id: string) => unknown,
): string {
  const [path = "", query] = address.split(/\?(.*)/s);
  const own = path.replace(segments, (whole, segment: string, id: string) => {
    const kind = kindsBySegment[segment];
    return kind === undefined ? whole : `/${segment}/${String(translated(kind, id))}`;
  });
  return query === undefined ? own : `${own}?${query}`;
}

export interface CreatedObject {
  readonly kind: string;
  /** Undefined if the recording does not say it, as those of version 1.0 do not for REST. */
  readonly id: unknown;
  /** Identifies the object within the exchange. */
  readonly place: string;
}

/** @param answer the result, as recorded or as received @param location the header of the same answer */
export function createdIn(
  line: ExchangeLine,
  answer: unknown,
  location: string | undefined,
): CreatedObject[] {
  const { request, door, operation, args } = line;
  if (line.outcome !== "result" || operation === null) return [];
  if (door === "rest") return request ? createdByRest(request, answer, location) : [];
  const kind = answeredIdKind(operation);
  if (kind !== undefined) return [{ kind, id: answer, place: "" }];
  if (operation !== "multiCall") return [];
  return subCalls(args).flatMap((path, index) => {
    const one = answeredIdKind(path);
    return one === undefined ? [] : [{ kind: one, id: elementOf(answer, index), place: String(index) }];
  });
}

/** The paths of the calls in the arguments of a `multiCall`. */
export function subCalls(args: unknown): string[] {
  const [calls] = Array.isArray(args) ? (args as unknown[]) : [];
  return Array.isArray(calls)
    ? (calls as unknown[]).map((one) => (Array.isArray(one) && typeof one[0] === "string" ? one[0] : ""))
    : [];
}

function elementOf(list: unknown, index: number): unknown {
  return Array.isArray(list) ? (list as unknown[])[index] : undefined;
}

function createdByRest(
  { method, path }: NonNullable<ExchangeLine["request"]>,
  answer: unknown,
  location: string | undefined,
): CreatedObject[] {
  const [collection = ""] = path.split("?");
  const last = /\/([a-z]+)(?:\/store\/[^/]+)?\/*$/.exec(collection)?.[1] ?? "";
  const kind = kindsBySegment[last];
  if (method !== "POST" || kind === undefined) return [];
  const named = location === undefined ? undefined : objectsIn(location).at(-1);
  if (named) return [{ ...named, place: "" }];
  // The answer to a list of websites (207) names those that were assigned.
  const { success } = isObject(answer) ? answer : {};
  if (!Array.isArray(success)) return [{ kind, id: undefined, place: "" }];
  return success.flatMap((one: unknown) => {
    const website = String(isObject(one) ? one.website_id : "");
    return objectsIn(`${collection}/${website}`)
      .slice(-1)
      .map((object) => ({ ...object, place: website }));
  });
}
