/** The operations of the minimal shop in this process, over any storage and any files, without HTTP and sessions. */
import type { Principal } from "../../src/engine/access/authentication.js";
import { Grants } from "../../src/engine/access/roles.js";
import { Secrets } from "../../src/engine/access/secrets.js";
import type { Service } from "../../src/engine/calls/call.js";
import { AdjustableClock } from "../../src/engine/clock.js";
import { Fault, type ErrorObject } from "../../src/engine/contract/faults.js";
import type { MediaFiles } from "../../src/engine/files/media-files.js";
import { MemoryFiles } from "../../src/engine/files/memory-files.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { StateRecord, Storage } from "../../src/engine/storage/storage.js";
import { shopContract } from "../../src/shop/contract.js";
import { collections } from "../../src/shop/data/collections.js";
import type { CustomAttribute } from "../../src/shop/data/entities/customer.js";
import { MediaStore } from "../../src/shop/media/media-store.js";
import { operationHandlers } from "../../src/shop/operations.js";
import { type ShopSettings, defaultSettings } from "../../src/shop/settings.js";
import { shopInputs } from "../../src/shop/shop-call.js";
import { minimalRecords } from "../../src/shop/states/dataset.js";
import { firstVersion } from "../../src/shop/states/migrations/migrations.js";
import { callAs, serviceOf } from "./calls.js";
import { testTime } from "./shop.js";

export interface PlainShopOptions {
  readonly storage?: Storage;
  readonly files?: MediaFiles;
  readonly settings?: Partial<ShopSettings>;
  readonly customerAttributes?: readonly CustomAttribute[];
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

export const baseUrl = "http://shop.test";

const principal: Principal = {
  user: { id: 1, username: "tester" } as unknown as Principal["user"],
  ...{ grants: new Grants(["all"], shopContract), session: undefined, attributes: {} },
};

export class PlainShop {
  readonly storage: Storage;
  readonly media: MediaStore;
  readonly files: MediaFiles;
  readonly clock = new AdjustableClock();
  readonly secrets = new CountingSecrets();
  /** What was reported to the log. */
  readonly failures: unknown[] = [];
  private readonly service: Service;

  constructor({ storage, files, settings, customerAttributes = [] }: PlainShopOptions = {}) {
    this.storage = storage ?? new MemoryStorage({ collections, freeze: true });
    this.files = files ?? new MemoryFiles();
    this.media = new MediaStore(this.files);
    this.clock.freeze(testTime);
    const { clock, media, secrets } = this;
    this.service = serviceOf({
      ...{ storage: this.storage, clock, secrets, handlers: operationHandlers() },
      inputs: shopInputs({
        ...{ clock, media, settings: defaultSettings({ port: 0, ...settings }) },
        ...{ customerAttributes: () => customerAttributes, baseUrlFor: () => baseUrl },
      }),
      observer: { callEnded: () => {}, callFailed: (error) => void this.failures.push(error) },
    });
  }

  /** Replaces the state by the minimal one, and by what a test has in addition. */
  async fill(more: readonly StateRecord[] = []): Promise<void> {
    await this.storage.replace([...minimalRecords(firstVersion), ...more]);
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
}
