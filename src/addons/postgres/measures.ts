/** Metrics of a storage over PostgreSQL: connections and transactions of this process. */
import { EventCounts } from "../../engine/values/counts.js";
import { counter, gauge, type Measure, measured } from "../../engine/values/measure.js";
import type { ConnectionPool } from "./connections.js";
import { retryReasons } from "./failures.js";

export class PostgresMeasures {
  readonly retries = new EventCounts(retryReasons);
  readonly timeouts = new EventCounts(["lock", "statement", "transaction"]);

  constructor(private readonly pools: Readonly<Record<string, ConnectionPool>>) {}

  all(): Measure[] {
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
}
