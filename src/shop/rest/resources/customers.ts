/** `/api/rest/customers`: customers, by the operations of customers (customers 8). */
import type { paths } from "../../../../generated/rest.js";
import type { Members } from "../../../../generated/tables.js";
import { ignoredText, unwrittenProblems } from "../../../engine/contract/members.js";
import type { Storage } from "../../../engine/storage/storage.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { markImmutable, memoize } from "../../../engine/values/memo.js";
import type { CustomerDoc, CustomAttribute } from "../../data/entities/customer.js";
import { membersOf } from "../../inputs.js";
import type { IncomingRestCall, RestCall, RestHandlers, RestResult } from "../forms/call.js";
import { readPage } from "../forms/page.js";
import { closing, nothingWritable, sentenceAbout } from "../forms/problems.js";
import { noCustomer, refused } from "../forms/refusal.js";
import { readSelectedNames } from "../forms/rest-query.js";
import { pageHeaders, readQuery } from "./collections.js";
import type { OperationRunner } from "./operations.js";
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

interface CustomersResourceParts {
  readonly storage: Storage;
  readonly operations: OperationRunner;
  readonly customerAttributes: () => readonly CustomAttribute[];
  /** Prefix of the paths, "" for none. */
  readonly basePath: string;
}

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

export class CustomersResource {
  readonly handlers: RestHandlers<
    "listCustomers" | "createCustomer" | "getCustomer" | "updateCustomer" | "deleteCustomer"
  > = {
    listCustomers: { admin: "customer.list", run: (call) => this.list(call) },
    createCustomer: {
      admin: "customer.create",
      body: "one",
      read: (call, sent) => this.readNew(call, sent),
      run: (call) => this.create(call),
    },
    getCustomer: { admin: "customer.info", customer: "own", run: (call) => this.read(call) },
    updateCustomer: {
      admin: "customer.update",
      customer: "own",
      body: "one",
      read: (_, sent, { role }) => writtenMembers(sent, this.writableOnUpdate(role)),
      find: (call, sent) => this.findChanged(call, sent),
      run: (call) => this.update(call),
    },
    deleteCustomer: {
      admin: "customer.delete",
      find: ({ path }) => this.requireCustomer(path.customerId),
      run: (call) => this.remove(call),
    },
  };

  constructor(private readonly parts: CustomersResourceParts) {}

  private readable(role: RestRole): ReadableFields {
    return memoize(this.parts.customerAttributes(), readableFields)[role];
  }

  private writableOnUpdate(role: RestRole): readonly string[] {
    return writableOnUpdate(role, this.parts.customerAttributes());
  }

  private async list(call: RestCall<"listCustomers">): Promise<RestResult<"listCustomers">> {
    const { storage, basePath } = this.parts;
    const fields = this.readable(call.caller.role);
    const asked = readQuery(call.search, fields);
    const { records, total } = await readPage({ storage, collection: "customers" }, asked);
    const shown = fields.select("collection", call.format, asked.names);
    const rows = records.map((customer) => [String(customer.id), customerRecord(customer, shown)] as const);
    return { headers: pageHeaders(call, asked, { total, basePath }), result: new Map(rows) };
  }

  private async read({
    caller,
    format,
    path,
    search,
  }: RestCall<"getCustomer">): Promise<RestResult<"getCustomer">> {
    const customer = await this.requireCustomer(path.customerId);
    const names = readSelectedNames(search);
    const shown = this.readable(caller.role).select("single", format, names);
    // Only the usual fields are asked for again: a cache per selection costs more than a record.
    return { result: names ? customerRecord(customer, shown) : memoize(customer, memoize(shown, recordsOf)) };
  }

  private readNew(call: IncomingRestCall<"createCustomer">, sent: DataObject): DataObject {
    const writable = writableOnCreate(this.parts.customerAttributes());
    refuseUnwritten(call, sent, { known: knownMembers(writable) });
    return writtenMembers(sent, writable);
  }

  private async create(call: RestCall<"createCustomer">): Promise<RestResult<"createCustomer">> {
    const { operations, basePath } = this.parts;
    const members = { customerData: call.fields };
    const id = await operations.run(call, "customer.create", members, written);
    return { headers: { Location: `${basePath}${collection}/${id}` } };
  }

  private async findChanged(call: RestCall<"updateCustomer">, sent: DataObject): Promise<void> {
    const customer = await this.requireCustomer(call.path.customerId);
    if (!call.isStrict && !call.ignore) return;
    const { role } = call.caller;
    const known = knownMembers(this.writableOnUpdate(role));
    const codes = this.parts.customerAttributes().map(({ code }) => code);
    const fixed = [...membersOf("CustomerUpdate"), ...customerFieldNames, ...codes];
    refuseUnwritten(call, sent, { known, fixed }, [this.readable(role).record(customer)]);
  }

  private async update(call: RestCall<"updateCustomer">): Promise<RestResult<"updateCustomer">> {
    const members = { customerId: call.path.customerId, customerData: call.fields };
    await this.parts.operations.run(call, "customer.update", members, written);
    return {};
  }

  private async remove(call: RestCall<"deleteCustomer">): Promise<RestResult<"deleteCustomer">> {
    const { customerId } = call.path;
    await this.parts.operations.run(call, "customer.delete", { customerId });
    return {};
  }

  private async requireCustomer(id: number): Promise<CustomerDoc> {
    const customer = await this.parts.storage.read((tx) => tx.get("customers", id));
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
