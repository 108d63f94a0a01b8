/** The state after a reset: built once from the dataset, or the state that the server loaded at its start. */
import type { ShopVersion } from "../engine/states/version.js";
import { rebase } from "../engine/storage/rebase.js";
import { State } from "../engine/storage/state.js";
import type { Storage } from "../engine/storage/storage.js";

export class StartVersion {
  private version: Promise<ShopVersion> | undefined;
  private base: Storage | undefined;

  /** @param build builds the state of the dataset */
  constructor(
    private readonly build: () => Promise<ShopVersion>,
    known?: ShopVersion,
  ) {
    if (known) this.set(known);
  }

  set(version: ShopVersion): void {
    this.version = Promise.resolve(version);
  }

  /** Builds the state at the first reset, not at the start. For a large shop, it takes as long as loading the dataset. */
  get(): Promise<ShopVersion> {
    return (this.version ??= this.forgettingFailure(this.base ? this.buildOn(this.base) : this.build()));
  }

  /** Shares equal data with the current state of this storage, so that the cost of a reset depends on the differences. */
  shareDataWith(storage: Storage): void {
    this.base = storage;
  }

  private async buildOn(storage: Storage): Promise<ShopVersion> {
    const [built, current] = [await this.build(), await storage.version()];
    if (!(built.state instanceof State) || !(current instanceof State)) return built;
    return { ...built, state: await rebase(built.state, current) };
  }

  /** After a failure, the next reset tries again. */
  private async forgettingFailure(version: Promise<ShopVersion>): Promise<ShopVersion> {
    try {
      return await version;
    } catch (error) {
      this.version = undefined;
      throw error;
    }
  }
}
