/** Where resets lead: made once, from the dataset, or the state that the server has loaded itself. */
import type { ShopVersion } from "../testing/control/controlled-shop.js";
import { rebase } from "../engine/storage/rebase.js";
import { State } from "../engine/storage/state.js";
import type { Storage } from "../engine/storage/storage.js";

export class StartVersion {
  private version: Promise<ShopVersion> | undefined;

  /** @param make carries the dataset out */
  constructor(
    private readonly make: () => Promise<ShopVersion>,
    known?: ShopVersion,
  ) {
    if (known) this.become(known);
  }

  become(version: ShopVersion): void {
    this.version = Promise.resolve(version);
  }

  get(): Promise<ShopVersion> {
    return (this.version ??= this.retried(this.make()));
  }

  /**
   * Makes it ahead of the first reset, for a state that was there before: what both have in common is kept once, so that
   * the reset costs what differs.
   */
  prepare(storage: Storage): void {
    this.version ??= this.retried(this.madeFor(storage));
    this.version.catch(() => {});
  }

  private async madeFor(storage: Storage): Promise<ShopVersion> {
    const [made, present] = [await this.make(), await storage.version()];
    if (!(made.state instanceof State) || !(present instanceof State)) return made;
    return { ...made, state: await rebase(made.state, present) };
  }

  /** What could not be read now may be there for the next reset. */
  private async retried(made: Promise<ShopVersion>): Promise<ShopVersion> {
    try {
      return await made;
    } catch (error) {
      this.version = undefined;
      throw error;
    }
  }
}
