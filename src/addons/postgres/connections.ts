/** The connections of one process to the current primary among the hosts of a database. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { checkServerIdentity } from "node:tls";
import pg, {
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  DatabaseError,
  type PoolClient,
  type QueryResult,
  type QueryResultRow,
} from "pg";
import { type SentStatement, sqlStatements } from "../../engine/storage/sql-statements.js";
import { type Host, type PostgresAddress, shownHost } from "./address.js";
import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isConnectionLoss,
  SessionEndedError,
  storageFailure,
} from "./failures.js";

export interface PoolOptions {
  /** Maximum number of connections. */
  readonly max: number;
  readonly name: string;
  /** Statements have no timeout. */
  readonly noTimeouts?: boolean;
}

/** The host is a standby. */
class NoPrimary extends Error {}

interface ReachedServer {
  /** Its start time, which identifies a server regardless of its address. */
  readonly started: string;
  /** The end of its log in bytes. */
  readonly position: number;
}

/** The host that was the primary last. Shared by all pools of a process. */
export class PrimaryHost {
  private index = 0;
  /** Start time of the server reached last. */
  private started: string | undefined;

  /** The position in the database's log where the last write began that this process has seen acknowledged, in bytes. */
  private acknowledged = 0;
  /** Why the present server lacks acknowledged writes: a standby was promoted that did not have all of them. */
  lackOfWrites: string | undefined;

  /** @param onOtherServer called before the first query to a server that is another one or was restarted */
  constructor(
    private readonly address: PostgresAddress,
    private readonly onOtherServer: () => void = () => {},
  ) {}

  get count(): number {
    return this.address.hosts.length;
  }

  get current(): Host {
    return this.address.hosts[this.index] as Host;
  }

  /** Call it after connecting to a primary. */
  noteConnected(host: Host, { started, position }: ReachedServer): void {
    const isOther = this.started !== undefined && this.started !== started;
    this.started = started;
    if (!isOther) return;
    const missing = this.acknowledged - position;
    this.lackOfWrites =
      missing > 0
        ? `${shownHost(host)} lacks writes that this server has acknowledged (at least ${missing} bytes of the log): ` +
          "bring back a database that has them, or restart this server to go on without them"
        : undefined;
    this.onOtherServer();
  }

  noteAcknowledged(position: number): void {
    this.acknowledged = Math.max(this.acknowledged, position);
  }

  /** Moves on to the next host, unless another pool has already done so. */
  moveOnFrom(host: Host): void {
    if (host === this.current) this.index = (this.index + 1) % this.count;
  }
}

export class ConnectionPool {
  private readonly pool: pg.Pool;
  /** The host of each connection. */
  private readonly hosts = new WeakMap<object, Host>();

  constructor(
    address: PostgresAddress,
    readonly primary: PrimaryHost,
    private readonly options: PoolOptions,
  ) {
    const { max } = options;
    const { hosts } = this;
    const config = clientConfig(address, options);
    this.pool = new pg.Pool({
      max,
      idleTimeoutMillis: 10_000,
      /** A client that connects to the current host. */
      Client: class extends pg.Client {
        constructor() {
          const { current } = primary;
          super({ ...config, ...current, ssl: tlsOptions(address, current) });
          hosts.set(this, current);
        }
      },
      // oxlint-disable-next-line typescript/no-misused-promises -- it is awaited, whatever its type says
      onConnect: async (client: ClientBase) =>
        primary.noteConnected(hosts.get(client) ?? primary.current, await requirePrimary(client)),
    });
    // An idle connection that breaks needs no action: the next caller gets another one.
    this.pool.on("error", ignore);
  }

  /** Takes a connection to the primary. Throws DatabaseUnavailableError, or the error with which the server refuses. */
  async take(): Promise<Session> {
    const absences: string[] = [];
    for (;;) {
      const { current: host } = this.primary;
      try {
        return new Session(await this.pool.connect(), this);
      } catch (error) {
        if (error instanceof DatabaseError && !isConnectionLoss(error)) throw error;
        this.primary.moveOnFrom(host);
        absences.push(absence(error, shownHost(host)));
        if (absences.length < this.primary.count) continue;
        throw new DatabaseUnavailableError([...new Set(absences)].join("; "), { cause: error });
      }
    }
  }

  /** Runs one statement, on any connection. */
  async query<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const session = await this.take();
    try {
      return await session.query<Row>(text, values);
    } finally {
      session.giveBack();
    }
  }

  /** Runs a transaction, without retries. */
  async transact<R>(work: (session: Session) => Promise<R>): Promise<R> {
    const session = await this.take();
    try {
      await session.run(["begin"]);
      const result = await work(session);
      await session.commit();
      session.giveBack();
      return result;
    } catch (error) {
      await session.end("rollback");
      throw error;
    }
  }

  /** @param failure set if the connection must not be reused */
  release(client: PoolClient, failure?: Error): void {
    const host = this.hosts.get(client);
    const isOld = host !== this.primary.current;
    if (host && isConnectionLoss(failure)) this.primary.moveOnFrom(host);
    // After a failover, connections to the former primary are closed when they are given back.
    client.release(failure ?? isOld);
  }

  get counts() {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.pool;
    return { inUse: totalCount - idle, idle, waiting, max: this.options.max };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Number of prepared statements; further statements are planned at each execution. */
const maxPrepared = 500;
const prepared = new Map<string, string>();

/** The name under which a statement is prepared; undefined if it is not. */
function nameOf(text: string): string | undefined {
  if (!prepared.has(text) && prepared.size < maxPrepared) prepared.set(text, `s${prepared.size}`);
  return prepared.get(text);
}

/** A connection until it is given back. Its statements reject with a storage error if there is one for PostgreSQL's. */
export class Session {
  private failure: Error | undefined;

  constructor(
    readonly client: PoolClient,
    private readonly pool: ConnectionPool,
  ) {
    // The next statement fails, which is enough.
    client.on("error", ignore);
  }

  query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const name = nameOf(text);
    return this.send(text, () => this.client.query<Row>({ name, text, values: values as unknown[] }));
  }

  /** Runs statements without parameters, sent as one. @returns the result of the last one */
  async run<Row extends QueryResultRow>(statements: readonly string[]): Promise<QueryResult<Row>> {
    const text = statements.join("; ");
    // pg returns an array for several statements.
    const results: QueryResult<Row> | QueryResult<Row>[] = await this.send(text, () =>
      this.client.query<Row>(text),
    );
    return [results].flat().at(-1) as QueryResult<Row>;
  }

  /**
   * Throws CommitUnknownError if the connection breaks, and for a warning: a server that stops waiting for its synchronous
   * standbys warns, but acknowledges the commit.
   * @param position a position in the log before this transaction's changes: acknowledged with them
   */
  async commit(position = 0): Promise<void> {
    let warning: string | undefined;
    const note = ({ severity, message }: { severity?: string | undefined; message?: string | undefined }) => {
      if (severity === "WARNING") warning = message ?? "";
    };
    this.client.on("notice", note);
    try {
      await this.run(["commit"]);
    } catch (error) {
      // Nothing was sent on a connection that had ended before.
      if (!isConnectionLoss(error) || error instanceof SessionEndedError) throw error;
      throw new CommitUnknownError((error as Error).message, { cause: error });
    } finally {
      this.client.removeListener("notice", note);
    }
    if (warning !== undefined) throw new CommitUnknownError(warning);
    this.pool.primary.noteAcknowledged(position);
  }

  /** Ends a transaction and gives the connection back. Never rejects. */
  async end(command: "commit" | "rollback"): Promise<void> {
    // A broken connection ends the transaction.
    if (!this.failure) await this.run([command]).catch(() => {});
    this.giveBack();
  }

  giveBack(): void {
    this.client.removeListener("error", ignore);
    this.pool.release(this.client, this.failure);
  }

  /** Gives the connection back to be closed, with its transaction, locks and temporary tables. */
  discard(reason = new Error("discarded")): void {
    this.failure ??= reason;
    this.giveBack();
  }

  private async send<R>(text: string, query: () => Promise<R>): Promise<R> {
    const answer = query();
    if (sqlStatements.hasSubscribers) sqlStatements.publish({ text, answer } satisfies SentStatement);
    try {
      return await answer;
    } catch (error) {
      if (isConnectionLoss(error)) this.failure ??= error as Error;
      throw storageFailure(error);
    }
  }
}

const ignore = () => {};

/** Codes of Node.js for a certificate of an authority that is not trusted. */
const unknownAuthority = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

function absence(error: unknown, host: string): string {
  if (error instanceof NoPrimary) return `${host} is a standby`;
  if (error instanceof DatabaseError && error.code?.startsWith("28"))
    return `${host}: the user or the password is wrong, or pg_hba.conf does not let this machine in (${error.message})`;
  if (unknownAuthority.has((error as NodeJS.ErrnoException).code ?? "")) {
    const todo =
      "set STORAGE_CA_FILE, or sslrootcert in the address, to the file (PEM) of the authority that signed it";
    return `the certificate of ${host} is not of a trusted authority (${(error as Error).message}): ${todo}`;
  }
  return `the database at ${host} cannot be reached (${(error as Error).message || (error as NodeJS.ErrnoException).code})`;
}

/** The end of the log in bytes. A standby writes none. */
export const positionSql = "(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8";

/** Throws NoPrimary. */
async function requirePrimary(client: ClientBase): Promise<ReachedServer> {
  const { rows } = await client.query<{ started: string; position: number | null }>(
    `select extract(epoch from pg_postmaster_start_time())::text as started,
       case when not pg_is_in_recovery() then ${positionSql} end as position`,
  );
  const { started = "", position = null } = rows[0] ?? {};
  if (position === null) throw new NoPrimary();
  return { started, position };
}

function clientConfig(address: PostgresAddress, { name, noTimeouts = false }: PoolOptions): ClientConfig {
  const { user, database, statementTimeout, connectTimeout } = address;
  return {
    user,
    database,
    types,
    // A function, because pg replaces a missing password by PGPASSWORD or that of ~/.pgpass.
    password: () => passwordOf(address),
    application_name: `store-api ${name}`,
    connectionTimeoutMillis: connectTimeout * 1000,
    keepAlive: true,
    ...(noTimeouts
      ? { idle_in_transaction_session_timeout: patientIdle_ms }
      : timeouts(statementTimeout * 1000)),
  };
}

/** Called whenever the server asks for a password, so a file with a new one is read again. */
async function passwordOf({ password, passwordFile }: PostgresAddress): Promise<string> {
  const found = passwordFile ? (await readFile(passwordFile, "utf8")).replace(/\r?\n$/, "") : password;
  if (found) return found;
  throw new Error(
    passwordFile
      ? `the database asks for a password, but ${passwordFile} is empty`
      : "the database asks for a password, but the address has none",
  );
}

/** The files are read for every connection, so new certificates need no restart. `false` also rules PGSSLMODE out. */
function tlsOptions({ tls }: PostgresAddress, { host }: Host): ClientConfig["ssl"] {
  const { mode, ca, cert, key } = tls;
  if (mode === "disable") return false;
  return {
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined || key === undefined ? {} : { cert: readFileSync(cert), key: readFileSync(key) }),
    rejectUnauthorized: mode !== "require",
    // By the host of the address: without a name, Node would compare an IP address with "localhost".
    checkServerIdentity: (_name, certificate) =>
      mode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
  };
}

/** Transactions last milliseconds; this bounds how long one of a frozen process can block others. */
const idle_ms = 4000;
/** The same for replacing a whole state, which may pause between two parts. */
const patientIdle_ms = 15_000;
/**
 * The longest wait for a lock. For a row it may be spent twice, in the queue and then on the transaction that holds the row:
 * together less than `idle_ms`, so the sessions of a frozen process that wait for a row give up before the one that holds it is
 * ended. Otherwise each of them would get the row in turn and hold it for `idle_ms` more. The sessions of other processes give
 * up too, and start over (retries.ts).
 */
const lock_ms = 1500;

function timeouts(statement_timeout: number): ClientConfig {
  return {
    statement_timeout,
    lock_timeout: Math.min(lock_ms, Math.ceil(statement_timeout / 2)),
    idle_in_transaction_session_timeout: idle_ms,
    // In case the server itself does not answer: its machine is gone or its process stopped.
    query_timeout: statement_timeout + 2000,
  };
}

const int8 = 20;

/** As pg reads them, except that numbers of 8 bytes are numbers: none here is above 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number) =>
    oid === int8 ? Number : (pg.types.getTypeParser(oid) as (text: string) => unknown),
};
