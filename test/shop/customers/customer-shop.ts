/** The customer operations on the minimal shop without HTTP and sessions: a dispatcher over a frozen storage. */
import { shopContract } from "../../../src/shop/contract.js";
import { shopInputs } from "../../../src/shop/shop-call.js";
import type { Principal } from "../../../src/engine/access/authentication.js";
import { Grants } from "../../../src/engine/access/roles.js";
import { Secrets } from "../../../src/engine/access/secrets.js";
import { AdjustableClock } from "../../../src/engine/clock.js";
import { type ShopSettings, defaultSettings } from "../../../src/shop/settings.js";
import { customerAddress } from "../../../src/shop/customers/addresses/address.js";
import { customer } from "../../../src/shop/customers/accounts/customer.js";
import { datasetRecords, minimalRecords } from "../../../src/shop/states/dataset.js";
import { firstVersion } from "../../../src/shop/states/migrations/migrations.js";
import type { AddressDoc, CustomAttribute, CustomerDoc } from "../../../src/shop/data/entities/customer.js";
import { MediaStore } from "../../../src/shop/media/media-store.js";
import { MemoryFiles } from "../../../src/engine/files/memory-files.js";
import { callAs, serviceOf } from "../../support/calls.js";
import type { Service } from "../../../src/engine/calls/call.js";
import { Fault, type ErrorObject } from "../../../src/engine/contract/faults.js";
import type { AnyHandler } from "../../../src/shop/namespace.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { StateRecord, Storage } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";

const names: readonly string[] = ["customers", "addresses", "customer", "address"];

/** The customers of the sample shop, their addresses and the sequences of both. */
export const sampleCustomers = datasetRecords("sample").filter((record) =>
  names.includes("sequence" in record ? record.sequence : record.collection),
);

export interface ShopOptions {
  readonly settings?: Partial<ShopSettings>;
  readonly customerAttributes?: readonly CustomAttribute[];
  /** In addition to the minimal shop. */
  readonly records?: readonly StateRecord[];
}

/** Counts what it hashes; the cost does not matter here. */
class CountingSecrets extends Secrets {
  hashed = 0;
  constructor() {
    super({ N: 16, r: 1, p: 1 });
  }
  override hash(secret: string): Promise<string> {
    this.hashed += 1;
    return super.hash(secret);
  }
}

const principal: Principal = {
  user: {
    ...{ id: 1, username: "tester", key_hash: "", is_active: true, roles: ["all"], login_count: 0 },
    created_at: "2025-01-01 00:00:00",
  },
  grants: new Grants(["all"], shopContract),
  session: undefined,
  attributes: {},
};

export class CustomerShop {
  readonly clock = new AdjustableClock();
  readonly secrets = new CountingSecrets();
  private readonly service: Service;

  private constructor(
    readonly storage: Storage,
    { settings, customerAttributes = [] }: ShopOptions,
  ) {
    this.clock.freeze("2025-06-01 12:00:00");
    this.service = serviceOf({
      ...{ storage, clock: this.clock, secrets: this.secrets },
      handlers: new Map([
        ...handlersOf("customer", customer),
        ...handlersOf("customer_address", customerAddress),
      ]),
      inputs: shopInputs({
        clock: this.clock,
        media: new MediaStore(new MemoryFiles()),
        settings: defaultSettings(settings),
        ...{ customerAttributes: () => customerAttributes, baseUrlFor: () => "http://localhost" },
      }),
      observer: {
        callEnded: () => {},
        callFailed: (error) => {
          throw error;
        },
      },
      deadlineMs: 10_000,
    });
  }

  static async open(options: ShopOptions = {}): Promise<CustomerShop> {
    const storage = new MemoryStorage({ collections, freeze: true });
    await storage.replace([...minimalRecords(firstVersion), ...(options.records ?? [])]);
    return new CustomerShop(storage, options);
  }

  /** The result of an operation with positional arguments. */
  async call<Result = unknown>(path: string, ...values: unknown[]): Promise<Result> {
    return (await callAs(this.service, principal, path, values)) as Result;
  }

  /** The error of an operation that is refused. */
  async refusal(path: string, ...values: unknown[]): Promise<ErrorObject> {
    try {
      await this.call(path, ...values);
    } catch (error) {
      if (error instanceof Fault) return error.toErrorObject();
      throw error;
    }
    throw new Error(`${path} was not refused`);
  }

  /** The name of the fault and the refused fields; "ok" for a success. */
  async outcome(path: string, ...values: unknown[]): Promise<string> {
    try {
      await this.call(path, ...values);
      return "ok";
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { data } = error.toErrorObject();
      const fields = (data.errors as { field: string }[] | undefined)?.map(({ field }) => field);
      return fields ? `${data.fault}: ${fields.join(", ")}` : data.fault;
    }
  }

  customer(id: number): Promise<CustomerDoc | undefined> {
    return this.storage.read((tx) => tx.get("customers", id));
  }

  address(id: number): Promise<AddressDoc | undefined> {
    return this.storage.read((tx) => tx.get("addresses", id));
  }
}

function handlersOf(namespace: string, operations: object): [string, AnyHandler][] {
  return Object.entries(operations).map(([name, handler]) => [`${namespace}.${name}`, handler as AnyHandler]);
}

/** The minimal data of a customer. */
export const least = {
  email: "mila@shop.test",
  firstname: "Mila",
  lastname: "Novak",
  password: "secret-7",
  website_id: 1,
};

/** The minimal data of an address. */
export const place = {
  firstname: "Mila",
  lastname: "Novak",
  street: "1 Main Street",
  city: "Springfield",
  postcode: "12345",
  country_id: "US",
  telephone: "555-0100",
};
