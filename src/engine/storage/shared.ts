/** State besides the documents that processes with the same storage share. With one process it is kept in memory. */
export interface Shared {
  /** Runs the work while no other process runs work under the same name. */
  withLock<R>(name: string, work: () => Promise<R>): Promise<R>;
  /** Acquires the lease of this name; undefined while another process holds it. */
  lease(name: string): Promise<Lease | undefined>;
  /**
   * The listener is called when another database server answers, before anything is read from it. The new server may lack
   * acknowledged writes and reuse numbers, so the process must drop everything it has cached.
   */
  onOtherServer(listener: () => void): void;
  /** Small values that all processes share; each transaction checks whether they have changed. */
  readonly values: SharedValues;
  readonly rates: SharedRates;
  readonly images: SharedImages;
}

export interface Lease {
  /** False once the connection that held the lease is lost: then another process may hold it. */
  readonly isHeld: boolean;
  release(): Promise<void>;
}

/** Called with all values after one of them has changed or the whole state was replaced. */
export type ValuesListener = (values: ReadonlyMap<string, unknown>, isOtherState: boolean) => void;

export interface SharedValues {
  /** Derives a new value from the current one. The listener of this process is called before it resolves. */
  change(name: string, change: (value: unknown) => unknown): Promise<void>;
  onChange(listener: ValuesListener): void;
  /** Resolves when the listener knows all earlier changes. */
  refresh(): Promise<void>;
}

/** The number of events in one window. */
export interface RateWindow {
  readonly count: number;
  /** End of the window in milliseconds of the shop's clock. */
  readonly until: number;
}

/** Counters over windows of `length` milliseconds that begin with the first event. */
export interface SharedRates {
  /** Counts an event for each key. @returns their windows in the order of the keys */
  add(keys: readonly string[], now: number, length: number): Promise<readonly RateWindow[]>;
  /** The open windows in the order of the keys; undefined for a key without one. */
  read(keys: readonly string[], now: number, length: number): Promise<readonly (RateWindow | undefined)[]>;
  forget(key: string): Promise<void>;
  /** Forgets all keys that begin with the name and a space. */
  clear(name: string): Promise<void>;
}

export interface SharedImage {
  readonly name: string;
  /** Changes whenever the bytes change. */
  readonly version: number;
  /** In bytes; -1 if the name is claimed and the bytes are not written yet. */
  readonly size: number;
}

/** Image files, in parts of `partBytes`. */
export interface SharedImages {
  readonly partBytes: number;
  find(name: string): Promise<SharedImage | undefined>;
  /** Reserves a name. False if it is taken. */
  claim(name: string): Promise<boolean>;
  /** Durable when it resolves. @returns the version */
  write(name: string, bytes: Uint8Array): Promise<number>;
  remove(name: string): Promise<void>;
  part(image: SharedImage, part: number): Promise<Uint8Array | undefined>;
  /** @param olderThan_s seconds since they were written */
  list(olderThan_s: number): AsyncIterable<SharedImage>;
}
