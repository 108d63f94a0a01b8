/** A cache that evicts the least recently used entries beyond its size, which it counts itself: in entries, bytes or characters. */
export class BoundedCache<Key, Value> {
  /** The latest used one is the last. */
  private readonly entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  private total = 0;

  constructor(private readonly maxSize: number) {}

  /** The size of all entries. */
  get size(): number {
    return this.total;
  }

  has(key: Key): boolean {
    return this.entries.has(key);
  }

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Does not keep an entry that is larger than the cache. @returns the keys that were evicted */
  set(key: Key, value: Value, size = 1): Key[] {
    this.delete(key);
    this.entries.set(key, { value, size });
    this.total += size;
    const evicted: Key[] = [];
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.maxSize) break;
      this.delete(oldest);
      evicted.push(oldest);
    }
    return evicted;
  }

  delete(key: Key): void {
    this.total -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }
}
