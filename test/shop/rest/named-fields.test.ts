/**
 * Every REST operation, with wrong values in every parameter and every member of its body, as JSON and as XML: an error
 * names the field and shows the value as it was sent (customers 5.5).
 */
import { describe, expect, test } from "vitest";
import { packagedText } from "../../../src/engine/contract/published-contracts.js";
import { oddValues, wrongValues } from "../../engine/calls/wrong-values.js";
import { basic, startShop } from "../../support/shop.js";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Ref[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Ref {
  readonly $ref: string;
}
type Item = Readonly<Record<string, Described>>;

const contract = JSON.parse(packagedText("generated/openapi.json")()) as {
  readonly paths: Readonly<Record<string, Item>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

function resolved<Value>(value: Value | Ref): Value {
  const reference = (value as Partial<Ref>).$ref;
  if (reference === undefined) return value as Value;
  const [, , kind = "", name = ""] = reference.split("/");
  return contract.components[kind]?.[name] as Value;
}

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = { file_content: png, file_mime_type: "image/png", types: ["image"] };
const product = {
  ...{ type_id: "simple", attribute_set_id: 4, sku: "new-01", name: "New", price: 5, status: 1 },
  tier_price: [{ website_id: 0, cust_group: 32000, price_qty: 2, price: 4 }],
};

const address = {
  ...{ firstname: "Ada", lastname: "King", street: ["Market Street 1"], city: "Bonn", telephone: "1" },
  ...{ country_id: "DE", region: "Berlin", postcode: "53111" },
};

/** Values that succeed, by operation. */
const paths: Readonly<Record<string, string>> = {
  ...{ customerId: "1", productId: "1", categoryId: "3", websiteId: "1", imageId: "1", stockItemId: "1" },
  ...{ addressId: "2", orderId: "1", store: "german", addressType: "billing" },
};
const bodies: Readonly<Record<string, object>> = {
  createCustomer: {
    ...{ firstname: "Mila", lastname: "Novak", email: "mila@shop.test", password: "correct horse 7" },
    ...{ website_id: 1, group_id: 2 },
  },
  createCustomerAddress: address,
  updateCustomerAddress: { city: "Bonn" },
  createProduct: product,
  createProductInStore: product,
  assignProductCategory: { category_id: 7 },
  updateProduct: { tier_price: product.tier_price },
  updateProductInStore: { tier_price: product.tier_price },
  assignProductWebsite: { website_id: 2, copy_to_stores: [{ store_from: 1, store_to: 2 }] },
  updateStockItem: { qty: 5 },
  updateStockItems: [{ item_id: 1, qty: 5 }],
  addProductImage: image,
  addProductImageInStore: image,
  updateProductImage: image,
  updateProductImageInStore: image,
};

type Value = { readonly value: unknown; readonly shown: string };
type Form = "json" | "xml";

/** A request, and the fields that may be to blame in it. */
interface Attempt {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly field: string;
  readonly wrong: Value;
  readonly form: Form;
}

interface Entry {
  readonly code: number;
  readonly message: string;
  readonly field?: string;
}

const values: readonly Value[] = [...wrongValues, ...oddValues];
/** Those that an address can hold. */
const texts = values.filter(
  ({ value: text }) => typeof text === "string" && text.length < 1000 && text.isWellFormed(),
);
const closing = "The data did not pass validation.";

const operations = Object.entries(contract.paths)
  .filter(([path]) => path.startsWith("/api/rest/"))
  .flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ["get", "post", "put", "delete"].includes(method))
      .map(([method, operation]) => ({
        ...{ id: operation.operationId, method: method.toUpperCase(), path, operation },
        parameters: [...ofAll(item), ...(operation.parameters ?? [])].map((one) => resolved<Parameter>(one)),
      })),
  )
  // They take no data but the credentials.
  .filter(({ path }) => path !== "/api/rest/session");

/** The parameters of all operations of an address. */
function ofAll(item: Item): readonly Ref[] {
  return (item as { readonly parameters?: readonly Ref[] }).parameters ?? [];
}

const shop = await startShop({ dataset: "sample" });

describe.each(operations)("$id", ({ id, method, path, operation, parameters }) => {
  const address = (given: Readonly<Record<string, string>> = {}) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? paths[name] ?? "");
  const body = operation.requestBody && (bodies[id] ?? {});

  test.each(parameters.filter((one) => one.in === "path"))("path $name", async ({ name }) => {
    const attempts = texts.filter(({ value }) => String(value).trim() !== "");
    await expectNamed(
      attempts.map((wrong, index) => ({
        ...{ url: address({ [name]: encodeURIComponent(String(wrong.value)) }), field: name, wrong },
        ...{ form: formAt(index), body: body && { ...body, name: "x", qty: 1, label: "x", firstname: "x" } },
      })),
      method,
    );
  });

  const queries = parameters.filter((one) => one.in === "query");
  test.each(queries.length > 0 ? ["query"] : [])("%s", async () => {
    const attempts = queries.flatMap(({ name }, at) =>
      texts.map((wrong, index) => {
        const query = new URLSearchParams({ [name]: String(wrong.value) });
        const filter = /^(filter\[\d\])\[(?!attribute)/.exec(name)?.[1];
        const field = filter === undefined ? "" : `${filter}[attribute]=${numericField(path)}&`;
        return {
          url: `${address()}?${field}${query.toString()}`,
          field: name,
          wrong,
          form: formAt(at + index),
        };
      }),
    );
    await expectNamed(attempts, method);
  });

  test("header Version", async () => {
    const attempts = ["0", "abc", "1.5", "<b>&amp;</b>"].map((value, index) => ({
      ...{ url: address(), headers: { Version: value }, field: "Version", body },
      ...{ wrong: { value, shown: JSON.stringify(value) }, form: formAt(index) },
    }));
    await expectNamed(attempts, method);
  });

  const members = body ? [...membersOf(schemaOf(operation))] : [];
  test.each(members.map((steps) => ({ name: steps.join("."), steps })))("body $name", async ({ steps }) => {
    const attempts = values.flatMap((wrong, index): Attempt[] => {
      const form = formAt(members.indexOf(steps) + index);
      const sent = form === "json" ? wrong.value : inXml(wrong.value);
      // JSON and XML have no infinite numbers.
      if (sent === undefined || Math.abs(Number(sent)) === Infinity) return [];
      const shown = form === "json" || typeof wrong.value === "string" ? wrong.shown : JSON.stringify(sent);
      const field = steps.map((step) => (step === "0" ? "[0]" : `.${step}`)).join("");
      return [
        {
          ...{ url: address(), body: placed(fresh(body), steps, sent), field: field.replace(/^\./, "") },
          ...{ wrong: { value: sent, shown: shown.slice(0, 61) }, form },
        },
      ];
    });
    await expectNamed(attempts, method);
  });
});

/** A field that the records of a collection can be filtered by. */
function numericField(path: string): string {
  const fields = { stockitems: "item_id", items: "item_id", addresses: "city", comments: "created_at" };
  return (fields as Readonly<Record<string, string>>)[path.split("/").at(-1) ?? ""] ?? "entity_id";
}

/** Half of all values in each form; each place meets both. */
function formAt(index: number): Form {
  return index % 2 === 0 ? "json" : "xml";
}

let created = 0;

/** A body with an e-mail address and a SKU that no record has. */
function fresh(body: object | undefined): object | undefined {
  if (Array.isArray(body)) return body as object;
  created += 1;
  const email = body && "email" in body ? { email: `mila${created}@shop.test` } : {};
  const sku = body && "sku" in body ? { sku: `new-${created}` } : {};
  return body && { ...body, ...email, ...sku };
}

async function expectNamed(attempts: readonly Attempt[], method: string): Promise<void> {
  const silent: string[] = [];
  await shop.reset();
  const [first] = attempts;
  // The product of the sample is in all websites.
  if (method === "POST" && first?.url.endsWith("/websites"))
    await shop.http("DELETE", `${first.url}/2`, { headers: basic() });
  for (const attempt of attempts) {
    const { url, headers = {}, form, body } = attempt;
    const type = form === "json" ? "application/json" : "application/xml";
    const text = body === undefined ? undefined : form === "json" ? JSON.stringify(body) : xmlOf(body);
    const answer = await shop.http(method, url, {
      headers: { ...basic(), Accept: type, "Content-Type": type, ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const isAccepted =
      answer.status === 200 || (answer.status === 207 && !/<error>|"error"/.test(answer.text));
    if (isAccepted) {
      // What was accepted must not be in the way of the next values.
      const location = answer.headers.get("Location");
      if (location !== null) await shop.http("DELETE", location, { headers: basic() });
      // A product that is in no website cannot be found in a store view any more.
      else if (text?.includes("website_ids")) await shop.reset();
      continue;
    }
    const entries = entriesOf(answer.text).filter(({ message }) => message !== closing);
    const problem = problemWith(entries, attempt, answer.status);
    if (problem !== undefined)
      silent.push(
        `${url} ${text?.slice(0, 300) ?? ""} (${form}): ${problem}\n  ${answer.text.slice(0, 600)}`,
      );
  }
  expect(silent).toEqual([]);
}

/** What an answer lacks; undefined if it names field and value. */
function problemWith(
  entries: readonly Entry[],
  { field, wrong }: Attempt,
  status: number,
): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (entries.length === 0) return "no entries";
  const about = entries.filter((entry) => entry.field !== undefined && isAbout(entry.field, field));
  if (about.length !== entries.length) return `another field than ${field}`;
  const isSecret = field === "password";
  const isShown = about.some(
    ({ message, field: blamed }) =>
      message.includes(wrong.shown) ||
      // The elements of a list are judged one by one.
      wrong.shown.split(/[",]/).some((part) => part !== "" && message.includes(`"${part}"`)) ||
      // A part of the value, which has a name of its own.
      (blamed !== undefined && blamed.length > field.length) ||
      // The ID in the address, as a number.
      message.includes(` ${String(wrong.value)}`) ||
      (isEmpty(wrong.value) && /is required|must not be empty/.test(message)),
  );
  if (isSecret)
    return isShown && String(wrong.value) !== "" && !isEmpty(wrong.value) ? "shows a secret" : undefined;
  return isShown ? undefined : `does not show ${wrong.shown}`;
}

function isAbout(blamed: string, field: string): boolean {
  // What an entry of a list lacks.
  if (field === "[0]") return true;
  const inner = blamed.startsWith(field) || blamed.endsWith(field.slice(field.lastIndexOf(".") + 1));
  return inner || field.startsWith(blamed);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || JSON.stringify(value) === "{}" || (typeof value === "string" && value.trim() === "")
  );
}

function entriesOf(text: string): Entry[] {
  if (text.startsWith("{")) {
    const { messages, error } = JSON.parse(text) as { messages?: { error: Entry[] }; error?: Entry[] };
    return messages?.error ?? error ?? [];
  }
  return [...text.matchAll(/<data_item>(.*?)<\/data_item>/gs)].map(([, item = ""]) => {
    const part = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(item)?.[1];
    const plain = (escaped = "") =>
      escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    const field = part("field");
    return {
      ...{ code: Number(part("code")), message: plain(part("message")) },
      ...(field === undefined ? {} : { field: plain(field) }),
    };
  });
}

function schemaOf({ requestBody }: Described): Schema {
  const { schema = {} } = requestBody?.content["application/json"] ?? {};
  const whole = resolved<Schema>(schema);
  return whole.anyOf ? resolved<Schema>(whole.anyOf[0] ?? {}) : whole;
}

/** The paths of all members; the first element stands for those of a list. */
function* membersOf(schema: Schema, path: readonly string[] = []): Generator<readonly string[]> {
  const { properties = {}, items } = schema;
  if (items && path.length < 4) {
    const inner = resolved<Schema>(items);
    if (path.length === 0) yield ["0"];
    yield* membersOf(inner, [...path, "0"]);
  }
  for (const [name, member] of Object.entries(properties)) {
    yield [...path, name];
    yield* membersOf(resolved<Schema>(member), [...path, name]);
  }
}

function placed(body: unknown, [step, ...steps]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const inner = (body as Readonly<Record<string, unknown>> | undefined)?.[step];
  if (step === "0") {
    const [, ...others] = Array.isArray(body) ? (body as unknown[]) : [];
    return [placed(inner, steps, value), ...others];
  }
  return { ...(body as object | undefined), [step]: placed(inner, steps, value) };
}

/** A value as XML can hold it: texts; undefined for one that it cannot hold. */
function inXml(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "object") {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // oxlint-disable-next-line no-control-regex
    return text.isWellFormed() && !/[\u0001-\u0008]/.test(text) ? text : undefined;
  }
  // An empty element is an empty text.
  if (Object.keys(value).length === 0) return "";
  return Array.isArray(value) ? value.map(inXml) : value;
}

function xmlOf(value: unknown): string {
  const write = (inner: unknown): string => {
    if (Array.isArray(inner)) return inner.map((one) => `<data_item>${write(one)}</data_item>`).join("");
    if (typeof inner === "object" && inner !== null)
      return Object.entries(inner)
        .map(([name, one]) => `<${name}>${write(one)}</${name}>`)
        .join("");
    return String(inner).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  };
  return `<?xml version="1.0"?><service_api>${write(value)}</service_api>`;
}
