/** The connections of one process to the current primary among the hosts of a database. */
import pg, { type ClientBase, type PoolClient, type PoolConfig } from "pg";
import { type Host, type PostgresAddress, shownHost } from "./address.js";
import { DatabaseUnavailableError, isConnectionLoss } from "./failures.js";

export interface PoolOptions {
  /** Maximum number of connections. */
  readonly max: number;
  /** Sends statements without waiting for the results of earlier ones. Cursors do not support it. */
  readonly pipeline: boolean;
  readonly name: string;
  /** Statements have no timeout. */
  readonly noTimeouts?: boolean;
}

/** The host is a standby. */
class NoPrimary extends Error {}

/** The host that was the primary last. Shared by all pools of a process. */
export class PrimaryHost {
  private index = 0;
  /** Start time of the server reached last. It identifies a server regardless of its address. */
  private started: string | undefined;

  /** @param onOtherServer called before the first query to a server that is another one or was restarted */
  constructor(
    private readonly address: PostgresAddress,
    private readonly onOtherServer: () => void = () => {},
  ) {}

  get count(): number {
    return this.address.hosts.length;
  }

  get current() {
    return this.address.hosts[this.index] as Host;
  }

  /** Call it after connecting to a primary. @param started its start time */
  noteConnected(started: string): void {
    const isOther = this.started !== undefined && this.started !== started;
    this.started = started;
    if (isOther) this.onOtherServer();
  }

  /** Moves on to the next host, unless another pool has already done so. */
  moveOnFrom(host: Host): void {
    if (host === this.current) this.index = (this.index + 1) % this.count;
  }
}

const byHost = Symbol("host");

type HostedClient = PoolClient & { [byHost]?: Host };

export class ConnectionPool {
  private readonly pool: pg.Pool;

  constructor(
    address: PostgresAddress,
    private readonly primary: PrimaryHost,
    options: PoolOptions,
  ) {
    const config: PoolConfig & { pipeline: boolean } = {
      ...clientConfig(address, options),
      max: options.max,
      pipeline: options.pipeline,
      idleTimeoutMillis: 10_000,
      Client: clientAt(primary),
      // oxlint-disable-next-line typescript/no-misused-promises -- it is awaited, whatever its type says
      onConnect: async (client: ClientBase) => primary.noteConnected(await requirePrimary(client)),
    };
    this.pool = new pg.Pool(config);
    // An idle connection that breaks needs no action: the next caller gets another one.
    this.pool.on("error", () => {});
  }

  /** Takes a connection to the primary. Throws DatabaseUnavailableError, or the error with which the server refuses. */
  async take(): Promise<PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const { current: host } = this.primary;
      try {
        const client = await this.pool.connect();
        client.on("error", ignore);
        return client;
      } catch (error) {
        const isAbsent = error instanceof NoPrimary || isConnectionLoss(error);
        if (!isAbsent) throw error;
        this.primary.moveOnFrom(host);
        if (tries < this.primary.count) continue;
        throw new DatabaseUnavailableError(absence(error, shownHost(host)), { cause: error });
      }
    }
  }

  /** @param failure set if the connection must not be reused */
  giveBack(client: PoolClient, failure?: Error): void {
    client.removeListener("error", ignore);
    const host = (client as HostedClient)[byHost];
    const isOld = host !== this.primary.current;
    if (failure && host) this.primary.moveOnFrom(host);
    // After a failover, connections to the former primary are closed when they are given back.
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
  if (error instanceof NoPrimary) return `${host} is a standby, and so is every other host`;
  return `the database at ${host} cannot be reached (${(error as Error).message || (error as NodeJS.ErrnoException).code})`;
}

/** Throws NoPrimary. @returns the start time of the server */
async function requirePrimary(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ standby: boolean; started: string }>(
    "select pg_is_in_recovery() as standby, extract(epoch from pg_postmaster_start_time())::text as started",
  );
  const [found] = rows;
  if (found?.standby) throw new NoPrimary();
  return found?.started ?? "";
}

/** A client class that connects to the currently chosen host. */
function clientAt(primary: PrimaryHost): typeof pg.Client {
  return class extends pg.Client {
    readonly [byHost] = primary.current;

    constructor(config: pg.ClientConfig) {
      // pg-pool hides the password from `...`.
      super({ ...config, password: config.password, host: primary.current.host, port: primary.current.port });
    }
  };
}

function clientConfig(address: PostgresAddress, { name, noTimeouts = false }: PoolOptions): pg.ClientConfig {
  const { user, password, database, sslmode, statementTimeout, connectTimeout } = address;
  return {
    ...{ user, database, types: { getTypeParser: parserOf as never } },
    // A function and `false`, because pg replaces what is missing by PGPASSWORD, ~/.pgpass and PGSSLMODE.
    password: () => password || requirePassword(),
    ssl: sslmode === "disable" ? false : { rejectUnauthorized: sslmode === "verify-full" },
    application_name: `store-api ${name}`,
    connectionTimeoutMillis: connectTimeout * 1000,
    keepAlive: true,
    ...(noTimeouts
      ? { idle_in_transaction_session_timeout: patientIdle_ms }
      : timeouts(statementTimeout * 1000)),
  };
}

/** Called if the server asks for a password. */
function requirePassword(): never {
  throw new Error("the database asks for a password, but the address has none");
}

/** Transactions last milliseconds; this bounds how long one of a frozen process can block others. */
const idle_ms = 4000;
/** The same for replacing a whole state, which may pause between two parts. */
const patientIdle_ms = 15_000;

function timeouts(statement_timeout: number): pg.ClientConfig {
  return {
    statement_timeout,
    lock_timeout: Math.ceil(statement_timeout / 2),
    idle_in_transaction_session_timeout: idle_ms,
    // In case the server itself does not answer: its machine is gone or its process stopped.
    query_timeout: statement_timeout + 2000,
  };
}

const [bool, int8, int4, float8, json] = [16, 20, 23, 701, 114];

/** Parsers for the types that the statements of this folder return; other types stay text. */
export function parserOf(oid: number): (text: string) => unknown {
  if (oid === json) return JSON.parse;
  if (oid === int8 || oid === int4 || oid === float8) return Number;
  return oid === bool ? (text) => text === "t" : (text) => text;
}
