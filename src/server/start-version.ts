/** Where resets lead: made once, from the dataset, or the state that the server has loaded itself. */
import type { ShopVersion } from "../engine/states/version.js";
import { rebase } from "../engine/storage/rebase.js";
import { State } from "../engine/storage/state.js";
import type { Storage } from "../engine/storage/storage.js";

export class StartVersion {
  private version: Promise<ShopVersion> | undefined;
  private present: Storage | undefined;

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

  /** The first reset of a large shop takes as long as its dataset takes to be loaded; a start does not wait for it. */
  get(): Promise<ShopVersion> {
    return (this.version ??= this.retried(this.present ? this.madeFor(this.present) : this.make()));
  }

  /** There is a state already: what both have in common will be kept once, so that a reset costs what differs. */
  besideStateOf(storage: Storage): void {
    this.present = storage;
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
