/** Finds out whether any API user has a known key. */
import { BoundedCache } from "../values/bounded-cache.js";
import type { Storage } from "../storage/storage.js";
import type { Secrets } from "./secrets.js";

/** Results by hash are kept, because comparing takes as long as a login. */
const maxKept = 10_000;

export class KeyHolders {
  private readonly compared = new BoundedCache<string, boolean>(maxKept);

  constructor(
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly key: string,
  ) {}

  async exist(): Promise<boolean> {
    const users = await this.storage.read((tx) => tx.find("api_users"));
    for (const { key_hash } of users) {
      let has = this.compared.get(key_hash);
      if (has === undefined) {
        has = await this.secrets.verify(this.key, key_hash);
        this.compared.set(key_hash, has);
      }
      if (has) return true;
    }
    return false;
  }
}
