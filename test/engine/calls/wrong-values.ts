/** Wrong values for every argument of every operation, and for every member of the objects that it takes. */
import type { Members, OperationRow, ParamRow } from "../../../generated/tables.js";

/** A value as a call sends it, and the part of a message that shows it. */
export interface WrongValue {
  readonly value: unknown;
  readonly shown: string;
}

const long = "abcdefghij".repeat(7000);

export const wrongValues: readonly WrongValue[] = [
  ...[
    "",
    " ",
    "abc",
    "no such thing",
    "0",
    "-1",
    "1.5",
    "999999",
    "1e400",
    "2024-02-30",
    "2024-13-01 25:00:00",
  ],
  ...[
    "2024-02-30T00:00:00Z",
    "ä ö 😀",
    'a "quoted" text',
    "<b>&amp;</b>",
    "100000099",
    "true",
    "/m/u/none.gif",
  ],
  "DE,FR",
].map((value) => ({ value, shown: JSON.stringify(value) }));

export const oddValues: readonly WrongValue[] = [
  ...[true, false, 0, -1, 1.5, 999_999, 4_294_967_296, 1e21].map((value) => ({
    value,
    shown: JSON.stringify(value),
  })),
  // What JSON.parse makes of 1e400: nobody can tell how it was written.
  { value: Infinity, shown: "a number above 1.79e308" },
  { value: -Infinity, shown: "a number below -1.79e308" },
  { value: [], shown: "[]" },
  { value: ["no such thing"], shown: '["no such thing"]' },
  { value: [999_999, true], shown: "[999999,true]" },
  { value: [[1]], shown: "[[1]]" },
  { value: {}, shown: "{}" },
  { value: { zzz: "no such member" }, shown: '{"zzz":"no such member"}' },
  { value: "a\u0001b", shown: String.raw`"a\u0001b"` },
  { value: "a\u007fb", shown: String.raw`"a\u007fb"` },
  { value: "a\ud800b", shown: String.raw`"a\ud800b"` },
  { value: long, shown: `"${long.slice(0, 60)}` },
  { value: "data:image/png;base64,iVBORw0KGgo=", shown: '"data:image/png;base64,iVBORw0KGgo="' },
];

export interface WrongCall {
  readonly operation: string;
  /** The argument and the path in it: `productData.stock_data.qty`. */
  readonly place: string;
  /** The names, one of which the fault must show: the member, or the argument. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly wrong: WrongValue;
}

/** Complete entries, for members whose siblings the example does not have. */
const usual: Readonly<Record<string, unknown>> = {
  frontend_label: [{ store_id: 0, label: "Glaze" }],
  label: [{ store_id: 0, value: "Blue" }],
  tier_price: [{ website: "all", customer_group_id: "all", qty: 2, price: 5 }],
  file: {
    content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    mime: "image/gif",
    name: "dot",
  },
  sample: { type: "url", url: "http://shop.test/sample" },
  itemsQty: [{ order_item_id: 1, qty: 1 }],
};

/** How often objects lie in objects; the members of results repeat further down. */
const maxDepth = 4;

/** All calls with one wrong value. @param sound arguments that succeed */
export function* wrongCalls(
  operation: string,
  { params }: OperationRow,
  sound: Readonly<Record<string, unknown>>,
): Generator<WrongCall> {
  for (const param of params) {
    for (const { path, put } of placesOf(param, sound[param.name])) {
      for (const wrong of [...wrongValues, ...oddValues]) {
        const args = { ...sound, [param.name]: put(wrong.value) };
        const place = [param.name, ...path].join(".");
        yield { operation, place, name: String(path.at(-1) ?? param.name), args, wrong };
      }
    }
  }
}

interface Place {
  /** Names of members; the elements of lists have none. */
  readonly path: readonly string[];
  /** The argument with another value at the place. */
  readonly put: (value: unknown) => unknown;
}

function* placesOf(param: ParamRow, sound: unknown): Generator<Place> {
  yield { path: [], put: (value) => value };
  if (param.members) yield* memberPlaces(param.members, sound ?? usual[param.name], []);
  for (const field of Object.keys(param.filterable ?? {}))
    yield { path: [field], put: (value) => ({ [field]: value }) };
}

function* memberPlaces(
  { known, isList }: Members,
  sound: unknown,
  path: readonly string[],
): Generator<Place> {
  if (path.length >= maxDepth) return;
  const first: unknown = isList && Array.isArray(sound) ? sound[0] : sound;
  const members = isObject(first) ? first : {};
  const around = (member: string) => (value: unknown) => {
    const entry = { ...members, [member]: value };
    return isList ? [entry, ...(Array.isArray(sound) ? (sound.slice(1) as unknown[]) : [])] : entry;
  };
  for (const [member, inner] of Object.entries(known)) {
    const put = around(member);
    yield { path: [...path, member], put };
    if (!inner) continue;
    const known = members[member] ?? (inner.isList || isObject(usual[member]) ? usual[member] : undefined);
    for (const place of memberPlaces(inner, known, [...path, member]))
      yield { path: place.path, put: (value) => put(place.put(value)) };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
