/** What processes over one database share beside documents, in tables of their own. */
import type { PoolClient } from "pg";
import type { Lease, Shared, RateWindow, SharedRates, SharedValues, ValuesListener } from "../shared.js";
import type { Connections } from "./connections.js";
import { PostgresImages } from "./images.js";
import { Link, type Row } from "./link.js";
import type { Numbers, Versions } from "./versions.js";

export interface SharedParts {
  readonly schema: string;
  readonly versions: Versions;
  /** Connections that run statement after statement. */
  readonly links: Connections;
  /** Connections that are held for long, without anything under way. */
  readonly holders: Connections;
  /** Looks at the numbers of now, and tells of them. */
  readonly look: () => Promise<Numbers>;
}

export class PostgresShared implements Shared {
  readonly values: PostgresValues;
  readonly rates: SharedRates;
  readonly images: PostgresImages;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly parts: SharedParts) {
    this.values = new PostgresValues(parts);
    this.rates = ratesIn(parts);
    this.images = new PostgresImages(parts.schema, parts.links);
  }

  onOtherServer(listener: () => void): void {
    this.listeners.push(listener);
  }

  forget(): void {
    this.values.forget();
    for (const tell of this.listeners) tell();
  }

  async withLock<R>(name: string, work: () => Promise<R>): Promise<R> {
    const client = await this.parts.holders.take();
    let failure: Error | undefined;
    try {
      // Whoever waits here waits as long as the other one works.
      await client.query({
        text: "select pg_advisory_lock(hashtextextended($1, 0))",
        values: [this.lockName(name)],
      });
      return await work();
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // With the session the lock ends.
      this.parts.holders.giveBack(client, failure ?? new Error("held a lock"));
    }
  }

  async lease(name: string): Promise<Lease | undefined> {
    const client = await this.parts.holders.take();
    try {
      const { rows } = await client.query<{ held: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
        [this.lockName(name)],
      );
      if (rows[0]?.held) return new SessionLease(this.parts.holders, client);
      this.parts.holders.giveBack(client);
      return undefined;
    } catch (error) {
      this.parts.holders.giveBack(client, error as Error);
      throw error;
    }
  }

  private lockName(name: string): string {
    return `store-api ${this.parts.schema} ${name}`;
  }
}

/** Held as long as the session: PostgreSQL takes it back when the process dies. */
class SessionLease implements Lease {
  isHeld = true;

  constructor(
    private readonly connections: Connections,
    private readonly client: PoolClient,
  ) {
    const lose = () => (this.isHeld = false);
    client.on("error", lose);
    client.on("end", lose);
  }

  async release(): Promise<void> {
    this.isHeld = false;
    this.connections.giveBack(this.client, new Error("held a lock"));
  }
}

type Moment = Pick<Numbers, "control" | "epoch">;

export class PostgresValues implements SharedValues {
  private listener: ValuesListener = () => {};
  private known: Moment | undefined;
  /** What was known before is of a server that is gone. */
  private isOther = false;
  private loading: Promise<void> = Promise.resolve();

  constructor(private readonly parts: SharedParts) {}

  onChange(listener: ValuesListener): void {
    this.listener = listener;
  }

  async refresh(): Promise<void> {
    await this.parts.look();
  }

  forget(): void {
    this.isOther ||= this.known !== undefined;
    this.known = undefined;
  }

  /** Before anything that was read under these numbers is used. */
  observe({ control, epoch }: Numbers): Promise<void> | undefined {
    if (this.isKnown({ control, epoch })) return undefined;
    this.loading = this.loading.catch(() => {}).then(() => this.load({ control, epoch }));
    return this.loading;
  }

  async change(name: string, change: (value: unknown) => unknown): Promise<void> {
    const { schema, links, versions } = this.parts;
    await Link.use(links, async (link) => {
      try {
        await link.run("begin");
        // One change at a time, also of values that are not there yet.
        await link.run(versions.bumpSql(["control"]));
        const { rows } = await link.run(`select value from ${schema}.shared_values where name = $1`, [name]);
        const value = JSON.stringify(change(rows[0]?.[0]) ?? null);
        await link.run(
          `insert into ${schema}.shared_values (name, value) values ($1, $2)
             on conflict (name) do update set value = excluded.value`,
          [name, value],
        );
        await link.run("commit", [], { isCommit: true });
      } catch (error) {
        await link.run("rollback").catch(() => {});
        throw error;
      }
    });
    await this.refresh();
  }

  private isKnown({ control, epoch }: Moment): boolean {
    return this.known?.control === control && this.known.epoch === epoch;
  }

  /** What there is now: it may be of a later moment than the one seen. */
  private async load(seen: Moment): Promise<void> {
    if (this.isKnown(seen)) return;
    const { known } = this;
    const { schema, links } = this.parts;
    const text = `select v.control, v.epoch, s.name, s.value from ${schema}.versions v
      left join ${schema}.shared_values s on true`;
    const { rows } = await Link.use(links, (link) => link.run(text));
    const [control, epoch] = rows[0] as [number, number];
    const isOtherState = this.isOther || (known !== undefined && known.epoch !== epoch);
    this.isOther = false;
    // Before the listener, who may look something up.
    this.known = { control, epoch };
    const values = rows.map(([, , name, value]) => [name, value] as [string | null, unknown]);
    this.listener(new Map(values.filter(([name]) => name !== null) as [string, unknown][]), isOtherState);
  }
}

function ratesIn({ schema, links }: SharedParts): SharedRates {
  const table = `${schema}.call_windows`;
  const isOpen = "w.until_ms > $2::bigint and w.until_ms <= $2::bigint + $3::bigint";
  // Sorted, so that two processes that count the same keys do not wait for each other.
  const addText = `insert into ${table} as w (caller, until_ms, calls)
    select key, $2::bigint + $3::bigint, 1 from unnest($1::text[]) as u(key) order by key
    on conflict (caller) do update set
      calls = case when ${isOpen} then w.calls + 1 else 1 end,
      until_ms = case when ${isOpen} then w.until_ms else excluded.until_ms end
    returning caller, calls, until_ms`;
  const readText = `select caller, calls, until_ms from ${table} w where caller = any($1::text[]) and ${isOpen}`;
  const inOrder = (keys: readonly string[], rows: readonly Row[]) => {
    const windows = new Map(
      rows.map(([key, count, until]) => [key, { count, until } as RateWindow] as const),
    );
    return keys.map((key) => windows.get(key));
  };
  return {
    add: (keys, now, length) =>
      Link.use(links, async (link) => {
        const { rows } = await link.run(addText, [keys, Math.round(now), length]);
        const windows = inOrder(keys, rows) as RateWindow[];
        // Windows that nobody needs any more go now and then; a day is the longest one.
        if (windows[0]?.count === 1 && Math.random() < 0.01) {
          await link.run(`delete from ${table} where until_ms < $1`, [Math.round(now) - 86_400_000]);
        }
        return windows;
      }),
    read: (keys, now, length) =>
      Link.use(links, async (link) => {
        const { rows } = await link.run(readText, [keys, Math.round(now), length]);
        return inOrder(keys, rows);
      }),
    forget: (key) =>
      Link.use(links, async (link) => void (await link.run(`delete from ${table} where caller = $1`, [key]))),
    clear: (name) =>
      Link.use(
        links,
        async (link) =>
          void (await link.run(`delete from ${table} where starts_with(caller, $1)`, [`${name} `])),
      ),
  };
}
