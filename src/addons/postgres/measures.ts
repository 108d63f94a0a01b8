/** Metrics of a storage over PostgreSQL: connections and transactions of this process, lock waits and standbys of the database. */
import { EventCounts } from "../../engine/values/counts.js";
import { counter, gauge, type Measure, measured } from "../../engine/values/measure.js";
import { type ConnectionPool, Session } from "./connections.js";
import type { RetryReason } from "./failures.js";

/** If the database does not answer within this time, only the metrics of the process are returned. */
const timeout_ms = 1000;

const lockWaits = `select count(*), coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)), 0)::float8 as longest
  from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database() and a.application_name like 'store-api %'`;

/** One row per name, since names label series. Without the role pg_monitor the lag is null. */
const standbys = `select coalesce(nullif(application_name, 'walreceiver'), host(client_addr), 'local') as name,
    count(*), max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 as bytes,
    max(case when state is not null then coalesce(extract(epoch from replay_lag), 0) end)::float8 as seconds
  from pg_stat_replication where state is null or state = 'streaming' group by name order by name`;

export class PostgresMeasures {
  readonly retries = new EventCounts<RetryReason>([
    ...(["alone", "changed", "deadlock", "lock", "serialization"] as const),
    ...(["session_ended", "connection"] as const),
  ]);
  readonly timeouts = new EventCounts(["lock", "statement", "transaction"]);
  private asking: Promise<Measure[]> | undefined;

  constructor(
    private readonly pools: Readonly<Record<string, ConnectionPool>>,
    private readonly pool: ConnectionPool,
  ) {}

  async all(): Promise<Measure[]> {
    return [...this.ofProcess(), ...(await this.ofDatabase())];
  }

  private ofProcess(): Measure[] {
    const pools = Object.entries(this.pools).map(([pool, connections]) => ({ pool, ...connections.counts }));
    return [
      gauge(
        "store_pool_connections",
        "Connections to the database by pool and state.",
        pools.flatMap(({ pool, inUse, idle }) => [
          measured(inUse, { pool, state: "in_use" }),
          measured(idle, { pool, state: "idle" }),
        ]),
      ),
      gauge(
        "store_pool_size",
        "The most connections that a pool may have.",
        pools.map(({ pool, max }) => measured(max, { pool })),
      ),
      gauge(
        "store_pool_waiting",
        "Transactions that wait for a connection of a pool.",
        pools.map(({ pool, waiting }) => measured(waiting, { pool })),
      ),
      counter(
        "store_transaction_retries_total",
        "Transactions that were started over, by reason.",
        this.retries.all.map(([reason, count]) => measured(count, { reason })),
      ),
      counter(
        "store_transaction_timeouts_total",
        "Transactions that the database gave up, by what took too long.",
        this.timeouts.all.map(([waited_for, count]) => measured(count, { waited_for })),
      ),
    ];
  }

  /** Empty if the database does not answer. Concurrent calls share one query. */
  private async ofDatabase(): Promise<Measure[]> {
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Measure[]>((resolve) => {
      timer = setTimeout(() => resolve([]), timeout_ms);
    });
    const answer = this.asking.catch(() => []);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  private ask(): Promise<Measure[]> {
    return Session.use(this.pool, async (session) => {
      const waits = await session.query<{ count: number; longest: number }>(lockWaits);
      const followers = await session.query<StandbyRow>(standbys);
      return [
        gauge(
          "store_lock_waits",
          "Transactions of all servers on this database that wait for a lock.",
          waits.rows[0]?.count ?? 0,
        ),
        gauge(
          "store_lock_wait_seconds",
          "How long the longest of them has been waiting.",
          waits.rows[0]?.longest ?? 0,
        ),
        ...ofStandbys(followers.rows),
      ];
    });
  }
}

interface StandbyRow {
  readonly name: string;
  readonly count: number;
  readonly bytes: number | null;
  readonly seconds: number | null;
}

function ofStandbys(rows: readonly StandbyRow[]): Measure[] {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const lag = (unit: "bytes" | "seconds") =>
    rows.flatMap(({ name: standby, [unit]: value }) =>
      value === null ? [] : [measured(value, { standby })],
    );
  return [
    gauge("store_standbys", "Standbys that stream from the primary.", total),
    gauge("store_standby_lag_bytes", "What a standby has not applied yet of what was written.", lag("bytes")),
    gauge("store_standby_lag_seconds", "The same as a time.", lag("seconds")),
  ];
}
