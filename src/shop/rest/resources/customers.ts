/** `/api/rest/customers`: customers, by the operations of customers (customers 8). */
import type { paths } from "../../../../generated/rest.js";
import type { Members } from "../../../../generated/tables.js";
import { ignoredText, unwrittenProblems } from "../../../engine/contract/members.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { markImmutable, memoize } from "../../../engine/values/memo.js";
import type { CustomerDoc, CustomAttribute } from "../../data/entities/customer.js";
import { membersOf } from "../../inputs.js";
import type { RestCall, RestHandlers } from "../forms/call.js";
import { readPage } from "../forms/page.js";
import { closing, nothingWritable, sentenceAbout } from "../forms/problems.js";
import { noCustomer, refused } from "../forms/refusal.js";
import { readQuery, readSelectedNames } from "../forms/rest-query.js";
import { pageHeaders } from "./collections.js";
import type { ResourceParts } from "./operations.js";
import {
  customerFieldNames,
  customerRecord,
  labelOf,
  ReadableFields,
  serverFields,
  writableOnCreate,
  writableOnUpdate,
  type RestField,
  type RestRole,
} from "../customers/rest-fields.js";

const readableFields = (
  attributes: readonly CustomAttribute[],
): Readonly<Record<RestRole, ReadableFields>> => ({
  admin: new ReadableFields("admin", attributes),
  customer: new ReadableFields("customer", attributes),
});

/** Makes the record of a customer from these fields. */
const recordsOf = (fields: readonly RestField[]) => (customer: CustomerDoc) =>
  markImmutable(customerRecord(customer, fields));

const collection = "/api/rest/customers" satisfies keyof paths;

export function customerHandlers({
  storage,
  operations,
  customerAttributes,
  basePath,
}: ResourceParts): RestHandlers<
  "listCustomers" | "createCustomer" | "getCustomer" | "updateCustomer" | "deleteCustomer"
> {
  return {
    listCustomers: {
      admin: "customer.list",
      async run(call) {
        const fields = readable(call.caller.role);
        const asked = readQuery(call.search, fields);
        const { records, total } = await readPage({ storage, collection: "customers" }, asked);
        const shown = fields.select("collection", call.format, asked.names);
        const rows = records.map((one) => [String(one.id), customerRecord(one, shown)] as const);
        return { headers: pageHeaders(call, asked, { total, basePath }), result: new Map(rows) };
      },
    },
    createCustomer: {
      admin: "customer.create",
      body: "one",
      read(call, sent) {
        const writable = writableOnCreate(customerAttributes());
        refuseUnwritten(call, sent, { known: knownMembers(writable) });
        return writtenMembers(sent, writable);
      },
      async run(call) {
        const members = { customerData: call.fields };
        const id = await operations.run(call, "customer.create", members, written);
        return { headers: { Location: `${basePath}${collection}/${id}` } };
      },
    },
    getCustomer: {
      admin: "customer.info",
      customer: "own",
      async run({ caller, format, path, search }) {
        const customer = await requireCustomer(path.customerId);
        const names = readSelectedNames(search);
        const shown = readable(caller.role).select("single", format, names);
        // Only the usual fields are asked for again: a cache per selection costs more than a record.
        return {
          result: names ? customerRecord(customer, shown) : memoize(customer, memoize(shown, recordsOf)),
        };
      },
    },
    updateCustomer: {
      admin: "customer.update",
      customer: "own",
      body: "one",
      read: (_, sent, { role }) => writtenMembers(sent, writableOnUpdate(role, customerAttributes())),
      async find(call, sent) {
        const customer = await requireCustomer(call.path.customerId);
        if (!call.isStrict && !call.ignore) return;
        const { role } = call.caller;
        const known = knownMembers(writableOnUpdate(role, customerAttributes()));
        const codes = customerAttributes().map(({ code }) => code);
        const fixed = [...membersOf("CustomerUpdate"), ...customerFieldNames, ...codes];
        refuseUnwritten(call, sent, { known, fixed }, [readable(role).record(customer)]);
      },
      async run(call) {
        const members = { customerId: call.path.customerId, customerData: call.fields };
        await operations.run(call, "customer.update", members, written);
        return {};
      },
    },
    deleteCustomer: {
      admin: "customer.delete",
      find: ({ path }) => requireCustomer(path.customerId),
      async run(call) {
        await operations.run(call, "customer.delete", { customerId: call.path.customerId });
        return {};
      },
    },
  };

  function readable(role: RestRole): ReadableFields {
    return memoize(customerAttributes(), readableFields)[role];
  }

  async function requireCustomer(id: number): Promise<CustomerDoc> {
    const customer = await storage.read((tx) => tx.get("customers", id));
    if (!customer) throw noCustomer(id);
    return customer;
  }
}

/** How the problems of a body are told. What the operation would not write is refused before it. */
const written = {
  sentence: (field: string, message: string) => `${labelOf(field)} ${message}.`,
  handling: "lenient",
} as const;

/**
 * The members that a request can write, which the operation reads. Throws `RestError` 400 if there are none, or if one is an object
 * or a list (customers 5.2, 7.3).
 */
function writtenMembers(sent: DataObject, writable: readonly string[]): DataObject {
  const names = writable.filter((name) => Object.hasOwn(sent, name));
  if (names.length === 0) throw refused(400, nothingWritable(sent));
  const nested = names.filter((name) => typeof sent[name] === "object" && sent[name] !== null);
  if (nested.length === 0) return Object.fromEntries(names.map((name) => [name, sent[name]]));
  const problem = (name: string) =>
    sentenceAbout(name, labelOf(name), "must be text or a number", sent[name]);
  throw refused(400, [...nested.map(problem), closing]);
}

/** Under strict handling, refuses fields that the request would not write (conventions 4). @param records the stored customer */
function refuseUnwritten(
  { context, isStrict, ignore, name }: Pick<RestCall, "context" | "isStrict" | "ignore" | "name">,
  sent: DataObject,
  writable: Pick<Members, "known" | "fixed">,
  records: readonly object[] = [],
): void {
  context.prefer?.applied?.();
  if (!isStrict && !ignore) return;
  const problems = unwrittenProblems({ ...writable, owned: serverFields }, sent, records, name);
  if (problems.length === 0) return;
  if (ignore) return problems.forEach((problem) => ignore(ignoredText(problem, "body.")));
  throw refused(
    400,
    problems.map(({ field, message }) => ({ field, message: `${field} ${message}.` })),
  );
}

function knownMembers(names: readonly string[]): Members["known"] {
  return Object.fromEntries(names.map((name) => [name, null]));
}
