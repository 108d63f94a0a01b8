/** The state after a reset: built once from the dataset, or the state that the server loaded at its start. */
import type { ShopVersion } from "../engine/states/version.js";

export class StartVersion {
  private version: Promise<ShopVersion> | undefined;

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
    return (this.version ??= this.forgettingFailure(this.build()));
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
