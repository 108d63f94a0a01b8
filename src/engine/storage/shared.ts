/**
 * State that processes share, in addition to the documents, if they use the same storage. A storage for a single process
 * has no such state: there it is in memory.
 */
export interface Shared {
  /** Runs the work while no other process runs any under that name. */
  alone<R>(name: string, work: () => Promise<R>): Promise<R>;
  /** The right to do something, for one process at a time; undefined while another has it. */
  lease(name: string): Promise<Lease | undefined>;
  /**
   * Told, before anything is read of it, that another server answers: it may lack what was acknowledged before, and give
   * the same numbers to something else. What the process remembers of the shop is to be forgotten.
   */
  onOtherServer(listener: () => void): void;
  /** Small values that all processes see the same: a process looks whether one has changed with each transaction. */
  readonly values: SharedValues;
  readonly rates: SharedRates;
  readonly images: SharedImages;
}

export interface Lease {
  /** False once the right may be another process's: the connection that held it broke. */
  readonly isHeld: boolean;
  release(): Promise<void>;
}

/** Told of all values, when one of them has changed or the whole state was replaced. */
export type ValuesListener = (values: ReadonlyMap<string, unknown>, isOtherState: boolean) => void;

export interface SharedValues {
  /** Changes a value by what it is now; the listener of this process is told before it resolves. */
  change(name: string, change: (value: unknown) => unknown): Promise<void>;
  onChange(listener: ValuesListener): void;
  /** Makes sure that the listener knows of everything that was changed before. */
  refresh(): Promise<void>;
}

/** Events that were counted in one window. */
export interface RateWindow {
  readonly count: number;
  /** Milliseconds of the shop's clock. */
  readonly until: number;
}

/** Counts in windows of `length` milliseconds that begin with the first event. */
export interface SharedRates {
  /** Counts an event for each key; answers their windows in the order of the keys. */
  add(keys: readonly string[], now: number, length: number): Promise<readonly RateWindow[]>;
  /** The windows that are open, in the order of the keys. */
  read(keys: readonly string[], now: number, length: number): Promise<readonly (RateWindow | undefined)[]>;
  forget(key: string): Promise<void>;
  /** Forgets all keys of this name: `name …`. */
  clear(name: string): Promise<void>;
}

export interface SharedImage {
  readonly name: string;
  /** Another one whenever the bytes under a name are others. */
  readonly version: number;
  /** Bytes; -1 = the name is taken, the bytes are on their way. */
  readonly size: number;
}

/** The files of images, in parts of `partBytes`. */
export interface SharedImages {
  readonly partBytes: number;
  find(name: string): Promise<SharedImage | undefined>;
  /** Takes a name that is free. */
  claim(name: string): Promise<boolean>;
  /** Durable when it resolves; answers its version. */
  write(name: string, bytes: Uint8Array): Promise<number>;
  remove(name: string): Promise<void>;
  part(image: SharedImage, part: number): Promise<Uint8Array | undefined>;
  /** @param olderThan_s seconds since they were written */
  list(olderThan_s: number): AsyncIterable<SharedImage>;
}
