/** The operations of the REST customers resource (customers 8). They share the account logic with JSON-RPC. */
import type { paths } from "../../../../generated/rest.js";
import { inTransaction } from "../../../engine/calls/transactions.js";
import type { RestCall, RestHandlers, RestResult } from "../forms/call.js";
import type { Secrets } from "../../../engine/access/secrets.js";
import { timeOf, type Clock } from "../../../engine/clock.js";
import {
  changeAccount,
  createAccount,
  deleteAccount,
  isCustomerGroup,
  isCustomerWebsite,
  type AccountContext,
} from "../../customers/accounts/accounts.js";
import type { CustomerDoc, CustomAttribute } from "../../data/entities/customer.js";
import { untilLate, type TimedCall } from "../../../engine/guard/deadlines.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { IdempotentCalls } from "../../../engine/calls/idempotent-calls.js";
import type { HandlerSettings } from "../../namespace.js";
import type { ShopSettings } from "../../settings.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { NewCustomer } from "../../customers/accounts/customer-record.js";
import { emailTaken, validateRestData, labelOf, shapeProblems, namesOf, writableData } from "./rest-data.js";
import {
  writableOnCreate,
  ReadableFields,
  type RestField,
  writableOnUpdate,
  type RestRole,
  type WritableFields,
} from "./rest-fields.js";
import type { QueryName } from "../forms/rest-operations.js";
import { readCollectionQuery, readSelectedNames } from "../forms/rest-query.js";
import { shopDirectory } from "../../stores/directory.js";
import type { Storage, Tx } from "../../../engine/storage/storage.js";
import type { CustomerContract } from "./contract.js";
import { createOnce, type Creation } from "./create-once.js";
import { customerRecord } from "./customer-record.js";
import { readPage } from "../forms/page.js";
import type { RestError } from "../../../engine/doors/rest/rest-error.js";
import { closing, nothingWritable, sentenceAbout } from "../forms/problems.js";
import { noCustomer, refused } from "../forms/refusal.js";
import type { RequestProblems } from "../forms/contract.js";
import { markImmutable, memoize } from "../../../engine/values/memo.js";

export interface ResourceParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly idempotentCalls: IdempotentCalls;
  readonly contract: CustomerContract;
  readonly settings: Pick<
    HandlerSettings,
    "customerShareScope" | "customerConfirmationRequired" | "customerAttributes"
  > & { readonly unknownMembers: ShopSettings["unknownMembers"] };
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
      ...{ admin: "customer.create", body: "one" },
      judged: ({ fields }) => writableData(fields, this.writableOnCreate),
      run: (call) => this.create(call),
    },
    getCustomer: { admin: "customer.info", customer: "own", run: (call) => this.read(call) },
    updateCustomer: {
      ...{ admin: "customer.update", customer: "own", body: "one" },
      judged: ({ fields, caller }) => writableData(fields, this.writableOnUpdate(caller.role)),
      run: (call) => this.update(call),
    },
    deleteCustomer: { admin: "customer.delete", run: (call) => this.remove(call) },
  };

  constructor(private readonly parts: ResourceParts) {}

  private readable(role: RestRole): ReadableFields {
    return memoize(this.parts.settings.customerAttributes, readableFields)[role];
  }

  private get writableOnCreate(): WritableFields {
    return writableOnCreate(this.parts.settings.customerAttributes);
  }

  private writableOnUpdate(role: RestRole): WritableFields {
    return writableOnUpdate(role, this.parts.settings.customerAttributes);
  }

  private async list({
    caller,
    format,
    search,
  }: RestCall<"listCustomers">): Promise<RestResult<"listCustomers">> {
    const { storage } = this.parts;
    const fields = this.readable(caller.role);
    const asked = readCollectionQuery(search, fields);
    if ("problem" in asked) throw refused(400, asked.problem);

    const { records: customers, total } = await readPage({ storage, collection: "customers" }, asked);
    const shown = fields.select("collection", format, asked.names);
    const link = asked.page * asked.limit < total ? { Link: this.nextPage(search, asked.page) } : {};
    const records = customers.map(
      (customer) => [String(customer.id), customerRecord(customer, shown)] as const,
    );
    return { headers: { "X-Total-Count": total, ...link }, result: new Map(records) };
  }

  /** The `Link` to the next page, with all other parameters unchanged (RFC 8288). */
  private nextPage(search: string, page: number): string {
    const parameters = new URLSearchParams(search);
    parameters.set("page" satisfies QueryName<"listCustomers">, String(page + 1));
    return `<${this.parts.basePath}${collection}?${parameters.toString()}>; rel="next"`;
  }

  private async read({
    caller,
    format,
    path,
    search,
  }: RestCall<"getCustomer">): Promise<RestResult<"getCustomer">> {
    const customer = await this.parts.storage.read((tx) => tx.get("customers", path.customerId));
    if (!customer) throw noCustomer(path.customerId);

    const names = readSelectedNames(search);
    const shown = this.readable(caller.role).select("single", format, names);
    // Only the usual fields are asked for again: a cache per selection costs more than a record.
    return { result: names ? customerRecord(customer, shown) : memoize(customer, memoize(shown, recordsOf)) };
  }

  private async create(call: RestCall<"createCustomer">): Promise<RestResult<"createCustomer">> {
    const { context, caller, fields } = call;
    const { idempotentCalls, basePath } = this.parts;
    this.refuseUnwritten(call, this.writableOnCreate);
    const create: Creation["create"] = (keep) => this.createCustomer(call, keep);
    const key = context.sender.idempotencyKey;
    const id = key ? await createOnce(idempotentCalls, { key, caller, fields, create }) : await create();
    return { headers: { Location: `${basePath}${collection}/${id}` } };
  }

  private async createCustomer(
    call: RestCall<"createCustomer">,
    keep?: Parameters<Creation["create"]>[0],
  ): Promise<number> {
    const { fields, problems } = call;
    const writable = this.writableOnCreate;
    const data = requireWritableData(fields, writable);

    return this.write(call, async (account) => {
      const { given, custom } = requireValid(data, { fields, writable, problems, ...account });
      const id = await createAccount(account, { given: given as NewCustomer, custom });
      if (id === undefined) throw invalidData([emailTaken], fields);
      await keep?.(account.tx, { id });
      return id;
    });
  }

  private async update(call: RestCall<"updateCustomer">): Promise<RestResult<"updateCustomer">> {
    const { caller, path, fields, problems } = call;
    const writable = this.writableOnUpdate(caller.role);
    const data = requireWritableData(fields, writable);

    await this.write(call, async (account) => {
      const customer = await requireCustomer(account.tx, path.customerId);
      this.refuseUnwritten(call, writable, this.readable(caller.role).record(customer));
      const { given, custom } = requireValid(data, { fields, writable, problems, ...account });
      const isChanged = await changeAccount(account, customer, { given, custom });
      if (!isChanged) throw invalidData([emailTaken], fields);
    });
    return {};
  }

  private async remove(call: RestCall<"deleteCustomer">): Promise<RestResult<"deleteCustomer">> {
    await this.write(call, async ({ tx }) =>
      deleteAccount(tx, await requireCustomer(tx, call.path.customerId)),
    );
    return {};
  }

  /** Under strict handling, refuses fields of the body that the request would not write. */
  private refuseUnwritten(
    { context, fields }: Pick<RestCall, "context" | "fields">,
    writable: WritableFields,
    record?: object,
  ): void {
    const { contract, settings } = this.parts;
    const handling = context.prefer?.handling ?? settings.unknownMembers;
    context.prefer?.applied?.();
    if (handling === "pass" || handling === "lenient") return;
    const problems = contract.unwrittenFields(fields, namesOf(writable), record);
    if (problems.length === 0) return;
    throw refused(
      400,
      problems.map(({ field, message }) => ({ field, message: `${field} ${message}.` })),
    );
  }

  private write<Result>(
    call: TimedCall,
    work: (account: AccountContext) => Promise<Result>,
  ): Promise<Result> {
    const { storage, secrets, settings, clock } = this.parts;
    return inTransaction({ storage, secrets }, async (tx, _effects, hashOf) => {
      const shop = await shopDirectory(tx);
      return untilLate(call, () => work({ tx, shop, now: timeOf(clock), settings, hashOf }));
    });
  }
}

/** The writable data of the body; 400 if there is none, or a field is an object or a list. */
function requireWritableData(fields: DataObject, writable: WritableFields): DataObject {
  const data = writableData(fields, writable);
  if (Object.keys(data).length === 0) throw refused(400, nothingWritable(fields));
  const problems = shapeProblems(data);
  if (problems.length > 0) throw invalidData(problems, fields);
  return data;
}

async function requireCustomer(tx: Tx, id: number): Promise<CustomerDoc> {
  const customer = await tx.get("customers", id);
  if (!customer) throw noCustomer(id);
  return customer;
}

/** The values to store; 400 with all problems if there are any. */
function requireValid(data: DataObject, { shop, fields, writable, problems }: ValidationParts) {
  const lookups = {
    hasWebsite: (id: number) => isCustomerWebsite(shop, id),
    hasGroup: (id: number) => isCustomerGroup(shop, id),
  };
  const invalidFields = new Set(problems.fields.map(({ field }) => field.split(/[.[]/, 1)[0] ?? ""));
  const validation = validateRestData(data, writable, lookups, invalidFields);
  if (validation.problems.length > 0) throw invalidData(validation.problems, fields);
  return validation;
}

interface ValidationParts extends Pick<AccountContext, "shop"> {
  /** The body as sent. */
  readonly fields: DataObject;
  readonly writable: WritableFields;
  /** What the contract says. */
  readonly problems: RequestProblems;
}

/** @param fields the body as sent */
function invalidData(problems: readonly Problem[], fields: DataObject): RestError {
  const told = problems.map(({ field, message }) =>
    sentenceAbout(field, labelOf(field), message, fields[field]),
  );
  return refused(400, [...told, closing]);
}
