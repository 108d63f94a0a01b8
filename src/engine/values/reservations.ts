/**
 * Keys whose values are being made. A key is reserved before the first wait, so that concurrent requests which look first
 * cannot make the same value, or exceed a limit: a limit counts `keys` in addition to what is there.
 */
export class Reservations<Key> {
  private readonly making = new Map<Key, Promise<unknown>>();

  has(key: Key): boolean {
    return this.making.has(key);
  }

  get keys(): Iterable<Key> {
    return this.making.keys();
  }

  get size(): number {
    return this.making.size;
  }

  /** Runs `make` at once, or after the one that is being made for this key. `make` also stores the value. */
  async createOnce<Value>(key: Key, make: () => Promise<Value>): Promise<Value> {
    const before = this.making.get(key);
    const made = before ? before.then(make, make) : make();
    this.making.set(key, made);
    try {
      return await made;
    } finally {
      if (this.making.get(key) === made) this.making.delete(key);
    }
  }
}
