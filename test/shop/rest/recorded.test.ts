/**
 * What a living OpenMage answered by REST (test/recordings/rest.jsonl.gz), beside what this server answers. The shop of the recording is
 * not the sample shop, so requests are sent for similar records, and compared are statuses, and the members of JSON records with
 * their types. Every difference has a rule with its reason; a rule that nothing needs fails.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { basic, startShop, type HttpAnswer } from "../../support/shop.js";

interface Exchange {
  readonly id: string;
  readonly who: "admin" | "customer" | "guest";
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly accept: string | null;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: string | null;
}

const file = new URL("../../recordings/rest.jsonl.gz", import.meta.url);
const exchanges = gunzipSync(readFileSync(file))
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Exchange);

const credentials = {
  admin: basic(),
  customer: basic("anna.becker@example.com", "sample123"),
  guest: {},
};

/** Records of the sample shop by those of the recording: of the same type, in the same websites, with or without images. */
const alike: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  products: {
    ...{ 1: "9", 3: "8", 4: "1", 7: "20", 8: "14", 11: "47", 12: "45", 13: "49", 17: "1", 18: "1" },
    ...{ 5: "4", 6: "3" },
  },
  store: { 2: "3", outlet_en: "second_default" },
  customers: { 5: "1", 1: "2" },
  "customers/addresses": { 7: "3" },
};

/** Paths of records that the exchanges before have made, by those of the recording. */
const made = new Map<string, string>();

function ourPath({ path }: Exchange): string {
  const [recorded = "", query] = path.split("?");
  const created = [...made].find(([before]) => recorded === before || recorded.startsWith(`${before}/`));
  const ours = created ? created[1] + recorded.slice(created[0].length) : recorded;
  const own = /^\/(products|customers\/addresses|customers)\/([^/]+)/;
  const placed = created
    ? ours
    : ours.replace(own, (all, kind: string, id: string) =>
        all.replace(new RegExp(`${id}$`), alike[kind]?.[id] ?? id),
      );
  const address = placed.replace(/\/store\/([^/]+)/, (_, id: string) => `/store/${alike.store?.[id] ?? id}`);
  return query === undefined ? address : `${address}?${query}`;
}

async function send(exchange: Exchange): Promise<HttpAnswer> {
  const { who, method, body, accept } = exchange;
  const isXml = typeof body === "string" && body.startsWith("<");
  const type = body === null ? {} : { "Content-Type": isXml ? "application/xml" : "application/json" };
  const headers = { ...credentials[who], ...type, ...(accept === null ? {} : { Accept: accept }) };
  const sent = { headers, ...(body === null ? {} : { body }) };
  const answer = await shop.http(method, `/api/rest${ourPath(exchange)}`, sent);
  const [before, now] = [exchange.headers.location, answer.headers.get("Location")].map((at) =>
    at?.replace("/api/rest", ""),
  );
  if (before !== undefined && now !== undefined) made.set(before, now);
  return answer;
}

/** The names of the members at all depths, without positions and IDs, with the types of their values. */
function membersOf(value: unknown, path = "", found = new Map<string, Set<string>>()) {
  if (Array.isArray(value)) for (const one of value) membersOf(one, path, found);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) {
      const place = /^\d+$/.test(name) ? path : `${path}${path && "."}${name}`;
      if (place !== path) (found.get(place) ?? found.set(place, new Set()).get(place))?.add(typeOf(one));
      membersOf(one, place, found);
    }
  return found;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function differences({ status, answer, accept }: Exchange, ours: HttpAnswer): string[] {
  if (status !== ours.status) return [`status ${status}, here ${ours.status}`];
  if (status !== 200 || accept !== "application/json" || !answer) return [];
  const there = membersOf(JSON.parse(answer));
  const here = membersOf(JSON.parse(ours.text));
  return [...there].flatMap(([place, types]) => {
    const got = here.get(place);
    if (!got) return [`${place} is missing`];
    const isSame = got.has("null") || types.has("null") || [...types].some((type) => got.has(type));
    return isSame ? [] : [`${place} is ${[...types].join()}, here ${[...got].join()}`];
  });
}

interface Rule {
  readonly why: string;
  /** The exchange: ID, caller, method, path. */
  readonly of: RegExp;
  readonly difference: RegExp;
}

const rules: readonly Rule[] = [
  {
    why: "Guests are refused: the documents know Admin and Customer (beyond 22.1).",
    of: /\| guest /,
    difference: /^status \d+, here 401$/,
  },
  {
    why: "A crash of the living system; here the request is judged or carried out (rest, introduction).",
    of: /./,
    difference: /^status 50\d, here (200|400)$/,
  },
  {
    why: "A page beyond the last is empty (customers 9.1).",
    of: /^A03 /,
    difference: / is missing$/,
  },
  {
    why: "Pages and limits begin at 1; dir is asc, dsc or desc (customers 9.1, 9.2).",
    of: /^(A04|A07|A22) /,
    difference: /^status 200, here 400$/,
  },
  {
    why: "Only stored fields that the caller can read sort and filter (customers 9.2, 9.4).",
    of: /^(A27|A422|Bc05b|H1 filter remote_ip) ?/,
    difference: /^status 200, here 400$/,
  },
  {
    why: "An unknown operator is an error, and finset is none of the documents' operators (customers 9.4).",
    of: /^(A416|A433) /,
    difference: /^status 200, here 400$/,
  },
  {
    why: "All operators of a filter hold; the living system takes the first alone (customers 9.4).",
    of: /^A429 /,
    difference: / is missing$/,
  },
  {
    why: "The sample shop has no products with these values.",
    of: /^(A402|A425|A426) /,
    difference: / is missing$/,
  },
  {
    why: "HEAD is answered as GET, other methods are 405 (customers 4).",
    of: /^(A88|A8a) /,
    difference: /^status 400, here (200|405)$/,
  },
  {
    why: "Attributes of the recorded shop, or of another set than that of the sample product.",
    of: /^(A|Bc)/,
    difference: /^(color|trial_\w+) is missing$/,
  },
  {
    why: "An attribute that the sample product does not have is ignored, whatever its value.",
    of: /^C128 /,
    difference: /^status 400, here 200$/,
  },
  {
    why: "Customers see the members of beyond 22.3.",
    of: /^Bc0/,
    difference: /^(created_at|updated_at|url|buy_now_url|total_reviews_count) is missing$/,
  },
  {
    why: "All values are text (beyond 22.1).",
    of: /^Bc0/,
    difference: /is (number|boolean), here string$/,
  },
  {
    why: "Members without a value are not there, and the sample address has none (beyond 22.8).",
    of: /\/customers\/5\/addresses$/,
    difference: /^(company|fax) is missing$/,
  },
  {
    why: "Stock data is judged, so that nothing is accepted without effect (catalog 11).",
    of: /^C120 /,
    difference: /^status 200, here 400$/,
  },
  {
    why: "A list is a body of the wrong form, 400 (customers 5.2).",
    of: /^(C23|F0q) /,
    difference: /^status 405, here 400$/,
  },
  {
    why: "Type and set never change, and nothing else was sent (beyond 22.2, customers 7.3).",
    of: /^C39 /,
    difference: /^status 200, here 400$/,
  },
  {
    why: "An unknown type of an image is refused, so that nothing is accepted without effect (catalog 7).",
    of: /^F0c /,
    difference: /^status 200, here 400$/,
  },
  {
    why: "The exchange that made this image is not in the recording.",
    of: /^(F0e|F0f|F0n) /,
    difference: /( is missing|^status 200, here 404)$/,
  },
  {
    why: "A product that the website of the view does not have is 404, for its images, too (beyond 22.2).",
    of: /^F0r /,
    difference: /^status 400, here 404$/,
  },
  {
    why: "Addresses of clients are never answered (beyond 22.6).",
    of: /\| admin GET \/orders/,
    difference: /^remote_ip is missing$/,
  },
  {
    why: "Customers have the fields of the documents; attrs names the others (customers 7.1).",
    of: /\| admin GET \/customers/,
    difference: /^(confirmation|updated_at|dob|middlename|prefix|suffix|taxvat) is missing$/,
  },
  {
    why: "A password is required (customers 7.3).",
    of: /^I10 /,
    difference: /^status 200, here 400$/,
  },
];

/** Exchanges that cannot be sent: what was special about them is not in the recording. */
const notSent = /^(A35|A432|A85|C26|C27|J\d)/;

const shop = await startShop({ dataset: "sample" });

test("every answer is that of the living system, or differs by a rule", async () => {
  const used = new Set<Rule>();
  const unexplained: string[] = [];
  for (const exchange of exchanges) {
    const { id, who, method, path } = exchange;
    if (notSent.test(id)) continue;
    const title = `${id} | ${who} ${method} ${path}`;
    for (const difference of differences(exchange, await send(exchange))) {
      const rule = rules.find((one) => one.of.test(title) && one.difference.test(difference));
      if (rule) used.add(rule);
      else unexplained.push(`${title}: ${difference}`);
    }
  }
  expect(unexplained).toEqual([]);
  expect(rules.filter((rule) => !used.has(rule))).toEqual([]);
});
