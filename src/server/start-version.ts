/** The state after a reset: built once from the dataset, or the state that the server loaded at its start. */
import type { InstanceVersion } from "../engine/states/version.js";

export class StartVersion {
  private version: Promise<InstanceVersion> | undefined;

  /** @param build builds the state of the dataset */
  constructor(
    private readonly build: () => Promise<InstanceVersion>,
    known?: InstanceVersion,
  ) {
    if (known) this.set(known);
  }

  set(version: InstanceVersion): void {
    this.version = Promise.resolve(version);
  }

  /** Builds the state at the first reset, not at the start. For a large shop, it takes as long as loading the dataset. */
  get(): Promise<InstanceVersion> {
    return (this.version ??= this.forgettingFailure(this.build()));
  }

  /** After a failure, the next reset tries again. */
  private async forgettingFailure(version: Promise<InstanceVersion>): Promise<InstanceVersion> {
    try {
      return await version;
    } catch (error) {
      this.version = undefined;
      throw error;
    }
  }
}
