/** A shop for the catalog's tests: positional arguments, refusals as values, and access to the storage. */
import type { Tx } from "../../src/engine/storage/storage.js";
import { CallFault, startShop, type Shop, type ShopOptions } from "./shop.js";

export class Catalog {
  private constructor(private readonly shop: Shop) {}

  static async open(settings: ShopOptions["settings"] = {}): Promise<Catalog> {
    return new Catalog(await startShop({ settings }));
  }

  get storage() {
    return this.shop.storage;
  }

  get clock() {
    return this.shop.clock;
  }

  /** The minimal shop in its initial state. */
  reset(): Promise<void> {
    return this.shop.reset();
  }

  /** The result of an operation with positional arguments. */
  async call<Result = unknown>(path: string, ...args: unknown[]): Promise<Result> {
    return (await this.shop.call(path, args)) as Result;
  }

  /** The fault of a refused operation. */
  async refusal(path: string, ...args: unknown[]): Promise<CallFault> {
    try {
      await this.shop.call(path, args);
    } catch (error) {
      if (error instanceof CallFault) return error;
      throw error;
    }
    throw new Error(`${path} was not refused`);
  }

  /** The name of the fault and, if there are problems, their fields. */
  async fault(path: string, ...args: unknown[]): Promise<string> {
    const { fault, data } = await this.refusal(path, ...args);
    const fields = (data.errors as { field: string }[] | undefined)?.map(({ field }) => field);
    return fields ? `${fault}: ${fields.join(", ")}` : fault;
  }

  /** Changes stored documents without the operations, for states that no operation of the test can create. */
  async store(work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.storage.write(work);
  }
}
