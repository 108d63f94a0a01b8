/**
 * An approximate LRU cache that holds between `size` and twice as many keys. It keeps two generations: a hit in the newer
 * one changes nothing, and eviction drops the older one as a whole.
 */
export class LruCache<CacheKey, Value> {
  private current = new Map<CacheKey, Value>();
  private earlier: ReadonlyMap<CacheKey, Value> = new Map();
  private currentSize = 0;

  /** @param sizeOf what an entry counts for, by its key */
  constructor(
    private readonly size: number,
    private readonly sizeOf: (key: CacheKey) => number = () => 1,
  ) {}

  get(key: CacheKey): Value | undefined {
    const value = this.current.get(key);
    if (value !== undefined) return value;
    const earlier = this.earlier.get(key);
    if (earlier !== undefined) this.set(key, earlier);
    return earlier;
  }

  set(key: CacheKey, value: Value): void {
    if (this.currentSize >= this.size) {
      this.earlier = this.current;
      this.current = new Map();
      this.currentSize = 0;
    }
    this.current.set(key, value);
    this.currentSize += this.sizeOf(key);
  }
}
