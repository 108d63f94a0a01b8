/**
 * States with inconsistent rows are refused with the path, as documents and as lines (docs/testing.md,
 * "datasets").
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

type Row = Record<string, unknown>;
type Collections = Record<string, Row[]>;
interface State {
  collections: Collections;
  sequences: Record<string, number>;
}

/** A multiselect attribute, a product with a value of it, and an image of that product. */
await shop.call("catalog_product_attribute.create", [
  {
    attribute_code: "uses",
    frontend_input: "multiselect",
    scope: "global",
    frontend_label: [{ store_id: 0, label: "Uses" }],
  },
]);
for (const label of ["Home", "Garden"]) {
  const data = { label: [{ store_id: [0], value: label }], order: 0, is_default: 0 };
  await shop.call("catalog_product_attribute.addOption", ["uses", data]);
}
const options = (await shop.call("catalog_product_attribute.options", ["uses"])) as { value: string }[];
const uses = options.map(({ value }) => value).filter((value) => value !== "");
const [model] = ((await shop.http("GET", "/control/state")).json as State).collections.attributes!.filter(
  ({ attribute_code }) => attribute_code === "uses",
) as [{ id: number }];
await shop.call("catalog_product_attribute_set.attributeAdd", [model.id, 4]);
await shop.call("catalog_product.update", [1, { uses }]);

const exported = (await shop.http("GET", "/control/state")).text;

const forms = {
  document: {
    type: "application/json",
    text: (state: State) => JSON.stringify(state),
    place: (_state: State, collection: string, index: number) => `collections.${collection}[${index}]`,
  },
  lines: {
    type: "application/jsonl",
    text: (state: State) => {
      const lines = linesOf(state);
      const body = lines.map((line) => `${line}\n`).join("");
      const sha256 = createHash("sha256").update(body).digest("hex");
      return `${body}${JSON.stringify({ end: { rows: lines.length - 1, sha256 } })}\n`;
    },
    place: (state: State, collection: string, index: number) => {
      const row = JSON.stringify({ collection, doc: state.collections[collection]?.[index] });
      return `line ${linesOf(state).indexOf(row) + 1}: doc`;
    },
  },
};

function linesOf({ collections, sequences }: State): string[] {
  const rows = Object.entries(collections).flatMap(([collection, docs]) =>
    docs.map((doc) => JSON.stringify({ collection, doc })),
  );
  const values = Object.entries(sequences).map(([sequence, value]) => JSON.stringify({ sequence, value }));
  return [JSON.stringify({ state: 1 }), ...rows, ...values];
}

async function put(state: State, form: keyof typeof forms) {
  const { type, text } = forms[form];
  const answer = await shop.http("PUT", "/control/state", {
    body: text(state),
    headers: { "Content-Type": type },
  });
  const { errors } = JSON.parse(answer.text || '{"errors":[]}') as {
    errors: { field: string; message: string }[];
  };
  return { status: answer.status, errors };
}

/** Changes the first matching row of a collection. */
interface Breach {
  readonly title: string;
  readonly collection: string;
  readonly where?: (row: Row, collections: Collections) => boolean;
  readonly change: (row: Row, collections: Collections) => void;
  /** The path of a member inside a row. */
  readonly path: string;
  readonly message: string;
}

const inScope = (scope: string, changes: Row) => (row: Row) => {
  const values = row.values as Record<string, Row>;
  row.values = { ...values, [scope]: { ...values[scope], ...changes } };
};
const hasId = (id: number) => (row: Row) => row.id === id;
const isInUs = (row: Row) => row.country_id === "US";
const otherAddress = ({ id }: Row, { addresses = [] }: Collections) =>
  addresses.find(({ customer_id }) => customer_id !== id)?.id;

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url");
const holding = (bytes: Buffer, members: Row) => (row: Row) =>
  Object.assign(row, {
    ...{ content: bytes.toString("base64"), size: bytes.length, type: "image/png", etag: sha256(bytes) },
    ...members,
  });

const breaches: readonly Breach[] = [
  {
    ...{ title: "an image with the content of another type", collection: "images" },
    change: holding(png, { type: "image/jpeg" }),
    ...{ path: "type", message: "is image/jpeg, but content is an image of the type image/png" },
  },
  {
    ...{ title: "a file that is not an image", collection: "images" },
    change: holding(Buffer.from("<script>"), {}),
    ...{ path: "type", message: "is image/png, but content is not an image" },
  },
  {
    ...{ title: "an image of another size", collection: "images" },
    change: holding(png, { size: png.length + 1 }),
    ...{ path: "size", message: `is ${png.length + 1}, but content has ${png.length} bytes` },
  },
  {
    ...{ title: "an image with another hash", collection: "images" },
    change: holding(png, { etag: sha256(Buffer.from("another")) }),
    ...{ path: "etag", message: "is not the SHA-256 of content" },
  },
  ...["default_billing", "default_shipping"].map((member) => ({
    ...{ title: `${member} of another customer`, collection: "customers" },
    change: (row: Row, collections: Collections) =>
      void Object.assign(row, {
        default_billing: null,
        default_shipping: null,
        [member]: otherAddress(row, collections),
      }),
    ...{ path: member, message: "which customer" },
  })),
  {
    ...{ title: "an address that an earlier customer claims, too", collection: "customers", where: hasId(8) },
    change: (row, { customers = [] }) => void (row.default_billing = customers[0]?.default_billing),
    ...{ path: "default_billing", message: "names address 1, which customer 1 has" },
  },
  {
    ...{ title: "an unknown region", collection: "addresses", where: isInUs },
    change: (row) => void (row.region_id = 99999),
    ...{ path: "region_id", message: "names 99999, which is not a region of US" },
  },
  {
    ...{ title: "a region of another country", collection: "addresses", where: isInUs },
    change: (row) => void (row.region_id = 79),
    ...{ path: "region_id", message: "names 79, which is not a region of US" },
  },
  {
    ...{ title: "a role with an unknown node", collection: "api_users" },
    change: (row) => void (row.roles = ["catalog/product/*", "nope/x"]),
    ...{ path: "roles[1]", message: 'names "nope/x", which is not among access nodes' },
  },
  {
    ...{ title: "a role with all nodes below an unknown one", collection: "api_users" },
    change: (row) => void (row.roles = ["nope/*"]),
    ...{ path: "roles[0]", message: 'names "nope/*", which is not among access nodes' },
  },
  {
    ...{ title: "a value of an unknown attribute", collection: "products" },
    change: inScope("0", { colour_of_the_sea: "blue" }),
    ...{
      path: "values.0.colour_of_the_sea",
      message: "there is no colour_of_the_sea among the product attributes",
    },
  },
  {
    ...{ title: "the same at a store view", collection: "products" },
    change: inScope("s1", { colour_of_the_sea: "blue" }),
    ...{ path: "values.s1.colour_of_the_sea", message: "there is no colour_of_the_sea" },
  },
  {
    ...{ title: "a value of a category attribute in a product", collection: "products" },
    change: inScope("0", { landing_page: 1 }),
    ...{ path: "values.0.landing_page", message: "there is no landing_page among the product attributes" },
  },
  {
    ...{ title: "a value of an unknown attribute in a category", collection: "categories" },
    change: inScope("0", { weight: 1 }),
    ...{ path: "values.0.weight", message: "there is no weight among the category attributes" },
  },
  {
    ...{ title: "an unknown option", collection: "products" },
    change: inScope("0", { material: 99999 }),
    ...{ path: "values.0.material", message: "names 99999, which is not among the options of material" },
  },
  {
    ...{ title: "one unknown option among several", collection: "products" },
    change: inScope("0", { uses: `${uses[0]},99999` }),
    ...{ path: "values.0.uses", message: `names "${uses[0]},99999", which is not among the options of uses` },
  },
  {
    ...{ title: "an unknown status", collection: "products" },
    change: inScope("0", { status: 9 }),
    ...{ path: "values.0.status", message: "names 9, which is not among the options of status: 1, 2" },
  },
  {
    ...{ title: "an unknown visibility", collection: "products" },
    change: inScope("s1", { visibility: 5 }),
    ...{ path: "values.s1.visibility", message: "which is not among the options of visibility: 1, 2, 3, 4" },
  },
  {
    ...{ title: "a value other than yes and no", collection: "categories", where: hasId(3) },
    change: inScope("0", { is_active: 2 }),
    ...{ path: "values.0.is_active", message: "which is not among the options of is_active: 1, 0" },
  },
  {
    ...{ title: "a set with an unknown attribute", collection: "attribute_sets" },
    change: ({ groups }) =>
      void (groups as { members: Row[] }[])[0]?.members.push({ attribute_id: 99999, sort_order: 99 }),
    ...{ path: "groups[0].members", message: "names 99999, which is not among attributes" },
  },
  ...["image", "small_image", "thumbnail"].map((role) => ({
    ...{ title: `${role} that is not a file of the product`, collection: "products" },
    change: inScope("0", { [role]: "/n/o/nothing.png" }),
    ...{ path: `values.0.${role}`, message: "which is not a file of the product's images" },
  })),
  {
    ...{ title: "an image of another product", collection: "products", where: hasId(1) },
    change: (row, { products = [] }) => {
      const other = products.find(({ id, images }) => id !== 1 && (images as Row[]).length > 0);
      inScope("s1", { image: (other!.images as Row[])[0]?.file })(row);
    },
    ...{ path: "values.s1.image", message: "which is not a file of the product's images" },
  },
  {
    ...{ title: "a path through an unknown category", collection: "categories", where: hasId(4) },
    change: (row) =>
      void Object.assign(row, { path: "1/99999/2/4".replace("2/4", `${String(row.parent_id)}/4`), level: 3 }),
    ...{ path: "path", message: "contains 99999, which is not in the collection categories" },
  },
  {
    ...{ title: "a path that omits an ancestor", collection: "categories", where: hasId(4) },
    change: (row) => void Object.assign(row, { path: `${String(row.parent_id)}/4`, level: 1 }),
    ...{ path: "path", message: "but 2 is below 1" },
  },
  {
    ...{ title: "a path through a category that is elsewhere", collection: "categories", where: hasId(4) },
    change: (row) => void Object.assign(row, { path: `1/3/${String(row.parent_id)}/4`, level: 3 }),
    ...{ path: "path", message: "but 2 is below 1" },
  },
];

describe.each(["document", "lines"] as const)("as %s", (form) => {
  test("the unchanged state is valid", async () => {
    expect(await put(JSON.parse(exported) as State, form)).toEqual({ status: 204, errors: [] });
  });

  // Both forms are checked by the same code; the lines only name other places.
  test.each(form === "document" ? breaches : breaches.slice(0, 3))(
    "refused: $title",
    async ({ collection, where = () => true, change, path, message }) => {
      const state = JSON.parse(exported) as State;
      const rows = state.collections[collection] ?? [];
      const index = rows.findIndex((row) => where(row, state.collections));
      expect(index).toBeGreaterThanOrEqual(0);
      change(rows[index] as Row, state.collections);
      const { status, errors } = await put(state, form);
      expect(status).toBe(422);
      const place = `${forms[form].place(state, collection, index)}.${path}`;
      const found = errors.filter(({ field }) => field.startsWith(place));
      expect(found.map((one) => one.message).join("\n"), JSON.stringify(errors)).toContain(message);
    },
  );

  test("in any order of rows", async () => {
    const state = JSON.parse(exported) as State;
    const backwards = Object.fromEntries(
      Object.entries(state.collections)
        .map(([name, rows]) => [name, [...rows].reverse()] as const)
        .reverse(),
    );
    expect(await put({ ...state, collections: backwards }, form)).toEqual({ status: 204, errors: [] });
    const broken = backwards.products?.[0] as Row;
    inScope("0", { status: 9 })(broken);
    const customer = backwards.customers?.[0] as Row;
    customer.default_billing = otherAddress(customer, backwards);
    const { errors } = await put({ ...state, collections: backwards }, form);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/names address \d+, which customer \d+ has/),
      expect.stringContaining("names 9, which is not among the options of status"),
    ]);
  });
});

test("a dataset that extends the sample is checked together with it", async () => {
  const { collections } = JSON.parse(exported) as State;
  const product = collections.products?.find(hasId(1)) as Row;
  inScope("0", { uses: "5" })(product);
  const dataset = { extends: "sample", collections: { products: [product] } };
  const { status, json } = await shop.http("POST", "/control/reset", { body: { dataset } });
  expect(status).toBe(422);
  expect(JSON.stringify(json)).toContain("there is no uses among the product attributes");
});

test("pending removals of values are imported with the pending changes", async () => {
  const state = JSON.parse(exported) as State;
  const { attributes = [], settings = [] } = state.collections;
  const attribute = attributes.find(({ attribute_code }) => attribute_code === "uses") as Row;
  attribute.options = [];
  expect((await put(state, "document")).status).toBe(422);
  const option_id = Number(uses[0]);
  const edits = [{ attribute_code: "uses", kind: "remove_option", option_id, number: 1 }];
  state.collections.settings = [
    ...settings.filter(({ id }) => id !== "value_edits"),
    { id: "value_edits", edits },
  ];
  expect(await put(state, "document")).toEqual({ status: 204, errors: [] });
});
