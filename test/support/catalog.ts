/** A shop as the catalog's tests speak to it: positional arguments, refusals as values, a look into the storage. */
import type { Tx } from "../../src/engine/storage/storage.js";
import { CallFault, startShop, type Shop, type ShopOptions } from "./shop.js";
import type { Awaitable } from "../../src/engine/values/awaitable.js";

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

  /** The minimal shop as it was at the start. */
  reset(): Promise<void> {
    return this.shop.reset();
  }

  close(): Promise<void> {
    return this.shop.close();
  }

  /** The result of an operation with positional arguments. */
  async call<Result = unknown>(path: string, ...args: unknown[]): Promise<Result> {
    return (await this.shop.call(path, args)) as Result;
  }

  /** The fault of an operation that is refused. */
  async refusal(path: string, ...args: unknown[]): Promise<CallFault> {
    try {
      await this.shop.call(path, args);
    } catch (error) {
      if (error instanceof CallFault) return error;
      throw error;
    }
    throw new Error(`${path} was not refused`);
  }

  /** The name of the fault and, where there are problems, the fields that are complained about. */
  async fault(path: string, ...args: unknown[]): Promise<string> {
    const { fault, data } = await this.refusal(path, ...args);
    const fields = (data.errors as { field: string }[] | undefined)?.map(({ field }) => field);
    return fields ? `${fault}: ${fields.join(", ")}` : fault;
  }

  /** Changes stored documents behind the operations' back: for what no operation of the test at hand can set up. */
  async store(work: (tx: Tx) => Awaitable<void>): Promise<void> {
    await this.storage.write(work);
  }
}
