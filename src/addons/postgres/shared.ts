/** State besides the documents that processes on one database share, in separate tables. */
import type {
  Lease,
  Shared,
  RateWindow,
  SharedRates,
  SharedValues,
  ValuesListener,
} from "../../engine/storage/shared.js";
import type { ConnectionPool, Session } from "./connections.js";
import { PostgresImages } from "./images.js";
import type { VersionNumbers, VersionTable } from "./versions.js";

interface SharedParts {
  readonly schema: string;
  readonly versions: VersionTable;
  /** For single statements and short transactions. */
  readonly pool: ConnectionPool;
  /** For connections that are held for long and mostly idle. */
  readonly lockPool: ConnectionPool;
}

export class PostgresShared implements Shared {
  readonly values: PostgresValues;
  readonly rates: SharedRates;
  readonly images: PostgresImages;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly parts: SharedParts) {
    this.values = new PostgresValues(parts);
    this.rates = ratesIn(parts);
    this.images = new PostgresImages(parts.schema, parts.pool);
  }

  onOtherServer(listener: () => void): void {
    this.listeners.push(listener);
  }

  forget(): void {
    this.values.forget();
    for (const tell of this.listeners) tell();
  }

  async withLock<R>(name: string, work: () => Promise<R>): Promise<R> {
    const session = await this.parts.lockPool.take();
    try {
      // Waits as long as the work of the other process takes.
      await session.query("select pg_advisory_lock(hashtextextended($1, 0))", [this.lockName(name)]);
      return await work();
    } finally {
      // Ending the session releases the lock.
      session.discard();
    }
  }

  async lease(name: string): Promise<Lease | undefined> {
    const session = await this.parts.lockPool.take();
    const text = "select pg_try_advisory_lock(hashtextextended($1, 0)) as held";
    try {
      const { rows } = await session.query<{ held: boolean }>(text, [this.lockName(name)]);
      if (rows[0]?.held) return new SessionLease(session);
    } catch (error) {
      session.giveBack();
      throw error;
    }
    session.giveBack();
    return undefined;
  }

  private lockName(name: string): string {
    return `store-api ${this.parts.schema} ${name}`;
  }
}

/** A lease tied to a database session: PostgreSQL releases it when the process dies. */
class SessionLease implements Lease {
  isHeld = true;

  constructor(private readonly session: Session) {
    session.client.on("end", () => (this.isHeld = false));
  }

  async release(): Promise<void> {
    this.isHeld = false;
    this.session.discard();
  }
}

type SharedNumbers = Pick<VersionNumbers, "control" | "epoch">;

class PostgresValues implements SharedValues {
  private listener: ValuesListener = () => {};
  private known: SharedNumbers | undefined;
  /** Whether the listener was last called with the values of another server. */
  private isOtherServer = false;
  private loading: Promise<void> = Promise.resolve();

  constructor(private readonly parts: SharedParts) {}

  onChange(listener: ValuesListener): void {
    this.listener = listener;
  }

  async refresh(): Promise<void> {
    const { rows } = await this.parts.pool.query<VersionNumbers>(this.parts.versions.sql);
    await this.observe(rows[0] as VersionNumbers);
  }

  forget(): void {
    this.isOtherServer ||= this.known !== undefined;
    this.known = undefined;
  }

  /** Call it before anything read under these numbers is used. */
  observe({ control, epoch }: VersionNumbers): Promise<void> | undefined {
    if (this.isKnown({ control, epoch })) return undefined;
    this.loading = this.loading.catch(() => {}).then(() => this.load({ control, epoch }));
    return this.loading;
  }

  async change(name: string, change: (value: unknown) => unknown): Promise<void> {
    const { schema, pool, versions } = this.parts;
    await pool.transact(async (session) => {
      // Serializes changes, even of values that do not exist yet.
      await session.query(versions.bumpSql(["control"]));
      const { rows } = await session.query<{ value: unknown }>(
        `select value from ${schema}.shared_values where name = $1`,
        [name],
      );
      const value = JSON.stringify(change(rows[0]?.value) ?? null);
      await session.query(
        `insert into ${schema}.shared_values (name, value) values ($1, $2)
           on conflict (name) do update set value = excluded.value`,
        [name, value],
      );
    });
    await this.refresh();
  }

  private isKnown({ control, epoch }: SharedNumbers): boolean {
    return this.known?.control === control && this.known.epoch === epoch;
  }

  /** Loads the current values, which may be later than the numbers seen. */
  private async load(seen: SharedNumbers): Promise<void> {
    if (this.isKnown(seen)) return;
    const { known } = this;
    const { schema, pool } = this.parts;
    const text = `select v.control, v.epoch, s.name, s.value from ${schema}.versions v
      left join ${schema}.shared_values s on true`;
    const { rows } = await pool.query<SharedNumbers & ValueRow>(text);
    const { control, epoch } = rows[0] as SharedNumbers & ValueRow;
    const isOtherState = this.isOtherServer || (known !== undefined && known.epoch !== epoch);
    this.isOtherServer = false;
    // Before calling the listener, which may read from the storage.
    this.known = { control, epoch };
    const values = rows.flatMap(({ name, value }) => (name === null ? [] : [[name, value] as const]));
    this.listener(new Map(values), isOtherState);
  }
}

/** A shared value; without a name if there is none. */
interface ValueRow {
  readonly name: string | null;
  readonly value: unknown;
}

interface RateRow extends RateWindow {
  readonly caller: string;
}

function ratesIn({ schema, pool }: SharedParts): SharedRates {
  const table = `${schema}.call_windows`;
  const isOpen = "w.until_ms > $2::bigint and w.until_ms <= $2::bigint + $3::bigint";
  // Sorted, to prevent deadlocks between processes that count the same keys.
  const addText = `insert into ${table} as w (caller, until_ms, calls)
    select key, $2::bigint + $3::bigint, 1 from unnest($1::text[]) as u(key) order by key
    on conflict (caller) do update set
      calls = case when ${isOpen} then w.calls + 1 else 1 end,
      until_ms = case when ${isOpen} then w.until_ms else excluded.until_ms end
    returning caller, calls as count, until_ms as until`;
  const readText = `select caller, calls as count, until_ms as until from ${table} w
    where caller = any($1::text[]) and ${isOpen}`;
  const windows = async (text: string, keys: readonly string[], now: number, length: number) => {
    const { rows } = await pool.query<RateRow>(text, [keys, Math.round(now), length]);
    const found = new Map(rows.map(({ caller, ...window }) => [caller, window]));
    return keys.map((key) => found.get(key));
  };
  return {
    add: async (keys, now, length) => {
      const found = (await windows(addText, keys, now, length)) as RateWindow[];
      // Removes expired windows now and then; the longest window is a day.
      if (found[0]?.count === 1 && Math.random() < 0.01) {
        await pool.query(`delete from ${table} where until_ms < $1`, [Math.round(now) - 86_400_000]);
      }
      return found;
    },
    read: (keys, now, length) => windows(readText, keys, now, length),
    forget: async (key) => void (await pool.query(`delete from ${table} where caller = $1`, [key])),
    clear: async (name) =>
      void (await pool.query(`delete from ${table} where starts_with(caller, $1)`, [`${name} `])),
  };
}
