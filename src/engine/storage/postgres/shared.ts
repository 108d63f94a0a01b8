/** What processes over one database share beside documents, in tables of their own. */
import type { PoolClient } from "pg";
import type {
  Lease,
  Shared,
  SharedFailures,
  SharedValues,
  SharedWindows,
  ValuesListener,
} from "../shared.js";
import type { Connections } from "./connections.js";
import { PostgresImages } from "./images.js";
import { Link } from "./link.js";
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
  readonly failures: SharedFailures;
  readonly windows: SharedWindows;
  readonly images: PostgresImages;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly parts: SharedParts) {
    this.values = new PostgresValues(parts);
    this.failures = failuresIn(parts);
    this.windows = windowsIn(parts);
    this.images = new PostgresImages(parts.schema, parts.links);
  }

  onOtherServer(listener: () => void): void {
    this.listeners.push(listener);
  }

  forget(): void {
    this.values.forget();
    for (const tell of this.listeners) tell();
  }

  async alone<R>(name: string, work: () => Promise<R>): Promise<R> {
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

function failuresIn({ schema, links }: SharedParts): SharedFailures {
  const table = `${schema}.login_failures`;
  return {
    recent: (keys, from) =>
      Link.use(links, async (link) => {
        const text = `select key, at_ms from ${table} where key = any($1::text[]) and at_ms > $2 order by at_ms`;
        const { rows } = await link.run(text, [keys, from]);
        return keys.map((key) => rows.filter(([one]) => one === key).map(([, time]) => time as number));
      }),
    add: (keys, time) =>
      Link.use(links, async (link) => {
        await link.run(`insert into ${table} (key, at_ms) select key, $2 from unnest($1::text[]) as u(key)`, [
          keys,
          time,
        ]);
        // A day is the longest window.
        await link.run(`delete from ${table} where at_ms < $1`, [time - 86_400_000]);
      }),
    forget: (key) =>
      Link.use(links, async (link) => void (await link.run(`delete from ${table} where key = $1`, [key]))),
    clear: () => Link.use(links, async (link) => void (await link.run(`delete from ${table}`))),
  };
}

function windowsIn({ schema, links }: SharedParts): SharedWindows {
  const text = `insert into ${schema}.call_windows as w (caller, until_ms, calls) values ($1, $2::bigint + $3::bigint, 1)
    on conflict (caller) do update set
      calls = case when w.until_ms > $2::bigint and w.until_ms <= $2::bigint + $3::bigint then w.calls + 1 else 1 end,
      until_ms = case when w.until_ms > $2::bigint and w.until_ms <= $2::bigint + $3::bigint then w.until_ms else excluded.until_ms end
    returning calls, until_ms`;
  return {
    count: (caller, now, length) =>
      Link.use(links, async (link) => {
        const { rows } = await link.run(text, [caller, Math.round(now), length]);
        const [calls, until] = rows[0] as [number, number];
        // Windows that nobody needs any more go now and then.
        if (calls === 1 && Math.random() < 0.01) {
          await link.run(`delete from ${schema}.call_windows where until_ms < $1`, [
            Math.round(now) - length,
          ]);
        }
        return { calls, until };
      }),
  };
}
