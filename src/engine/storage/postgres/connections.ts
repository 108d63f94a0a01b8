/** The connections of one process to the database: to whichever of the hosts is the primary now. */
import pg, { type ClientBase, type PoolClient, type PoolConfig } from "pg";
import { type PostgresAddress, shownHost } from "./address.js";
import { DatabaseUnavailableError, isConnectionLoss } from "./failures.js";

export interface ConnectionOptions {
  /** At most so many at once. */
  readonly max: number;
  /** Statements are sent without waiting for the answers to earlier ones. Cursors cannot have it. */
  readonly pipeline: boolean;
  readonly name: string;
  /** Statements may take as long as they like. */
  readonly patient?: boolean;
}

/** A standby was reached. */
class NoPrimary extends Error {}

/** Which of the hosts was the primary last; shared by all pools of a process. */
export class HostChoice {
  private current = 0;
  /** When the server was started that was reached last: it tells servers apart, wherever they run. */
  private started: string | undefined;

  /** @param onOtherServer told before anything is asked of a server that is not the one of before, or was started anew */
  constructor(
    private readonly address: PostgresAddress,
    private readonly onOtherServer: () => void = () => {},
  ) {}

  get count(): number {
    return this.address.hosts.length;
  }

  get host() {
    return this.address.hosts[this.current] as PostgresAddress["hosts"][number];
  }

  /** A primary was reached. */
  reach(started: string): void {
    const isOther = this.started !== undefined && this.started !== started;
    this.started = started;
    if (isOther) this.onOtherServer();
  }

  /** That one is not it. Nothing happens when another pool has moved on already. */
  leave(host: PostgresAddress["hosts"][number]): void {
    if (host === this.host) this.current = (this.current + 1) % this.count;
  }
}

const byHost = Symbol("host");

type HostedClient = PoolClient & { [byHost]?: PostgresAddress["hosts"][number] };

export class Connections {
  private readonly pool: pg.Pool;

  constructor(
    address: PostgresAddress,
    private readonly choice: HostChoice,
    options: ConnectionOptions,
  ) {
    const config: PoolConfig & { pipeline: boolean } = {
      ...clientConfig(address, options),
      max: options.max,
      pipeline: options.pipeline,
      idleTimeoutMillis: 10_000,
      Client: clientAt(choice),
      // oxlint-disable-next-line typescript/no-misused-promises -- it is awaited, whatever its type says
      onConnect: async (client: ClientBase) => choice.reach(await requirePrimary(client)),
    };
    this.pool = new pg.Pool(config);
    // A connection that breaks while nobody uses it is no news: the next caller gets another one.
    this.pool.on("error", () => {});
  }

  /** A connection to the primary. Throws DatabaseUnavailableError, or what the server refuses it for. */
  async take(): Promise<PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const { host } = this.choice;
      try {
        const client = await this.pool.connect();
        client.on("error", ignore);
        return client;
      } catch (error) {
        const isAbsent = error instanceof NoPrimary || isConnectionLoss(error);
        if (!isAbsent) throw error;
        this.choice.leave(host);
        if (tries < this.choice.count) continue;
        throw new DatabaseUnavailableError(absence(error, shownHost(host)), { cause: error });
      }
    }
  }

  /** @param failure why the connection is of no more use */
  giveBack(client: PoolClient, failure?: Error): void {
    client.removeListener("error", ignore);
    const host = (client as HostedClient)[byHost];
    const isOld = host !== this.choice.host;
    if (failure && host) this.choice.leave(host);
    // After a failover, connections to the former primary go as they come back.
    client.release(failure ?? isOld);
  }

  get counts() {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.pool;
    return { inUse: totalCount - idle, idle, waiting, max: options.max };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

const ignore = () => {};

function absence(error: unknown, host: string): string {
  if (error instanceof NoPrimary) return `${host} is a standby, and no other host is anything else`;
  return `the database at ${host} cannot be reached (${(error as Error).message || (error as NodeJS.ErrnoException).code})`;
}

/** Answers when the server was started. */
async function requirePrimary(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ standby: boolean; started: string }>(
    "select pg_is_in_recovery() as standby, extract(epoch from pg_postmaster_start_time())::text as started",
  );
  const [found] = rows;
  if (found?.standby) throw new NoPrimary();
  return found?.started ?? "";
}

/** Clients that connect to the host of the moment. */
function clientAt(choice: HostChoice): typeof pg.Client {
  return class extends pg.Client {
    readonly [byHost] = choice.host;

    constructor(config: pg.ClientConfig) {
      super({ ...config, host: choice.host.host, port: choice.host.port });
    }
  };
}

function clientConfig(
  address: PostgresAddress,
  { name, patient = false }: ConnectionOptions,
): pg.ClientConfig {
  const { user, password, database, sslmode, statementTimeout, connectTimeout } = address;
  return {
    ...{ user, password, database, types: { getTypeParser: parserOf as never } },
    application_name: `store-api ${name}`,
    ...(sslmode === "disable" ? {} : { ssl: { rejectUnauthorized: sslmode === "verify-full" } }),
    connectionTimeoutMillis: connectTimeout * 1000,
    keepAlive: true,
    ...(patient
      ? { idle_in_transaction_session_timeout: patientIdle_ms }
      : timeouts(statementTimeout * 1000)),
  };
}

/** Transactions last milliseconds. One whose process is frozen or gone holds up others for so long. */
const idle_ms = 4000;
/** Of a whole state that is put in place: between two parts of it. */
const patientIdle_ms = 15_000;

function timeouts(statement_timeout: number): pg.ClientConfig {
  return {
    statement_timeout,
    lock_timeout: Math.ceil(statement_timeout / 2),
    idle_in_transaction_session_timeout: idle_ms,
    // Where not even the server answers: a machine that is gone, a process that was stopped.
    query_timeout: statement_timeout + 2000,
  };
}

const [bool, int8, int4, float8, json] = [16, 20, 23, 701, 114];

/** What the statements of this folder answer; everything else stays text. */
export function parserOf(oid: number): (text: string) => unknown {
  if (oid === json) return JSON.parse;
  if (oid === int8 || oid === int4 || oid === float8) return Number;
  return oid === bool ? (text) => text === "t" : (text) => text;
}
