/** A pooled connection on which statements are pipelined. */
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { NoticeMessage } from "pg-protocol/dist/messages.js";
import { type SentStatement, sqlStatements } from "../sql-statements.js";
import { type ConnectionPool, parserOf } from "./connection-pool.js";
import { CommitUnknownError, isConnectionLoss, storageFailure } from "./failures.js";
import { type StatementResult, Statement } from "./statement.js";

/** Number of prepared statements; further statements are planned at each execution. */
const maxPrepared = 500;
const prepared = new Map<string, string>();

/** The name of the prepared statement; "" if it is not prepared. */
function nameOf(text: string): string {
  let name = prepared.get(text) ?? "";
  if (name === "" && prepared.size < maxPrepared) {
    name = createHash("sha1").update(text).digest("base64url");
    prepared.set(text, name);
  }
  return name;
}

const deferred = Symbol("deferred");
/** How long a deferred statement waits for the next one on its connection. */
const maxDeferral_ms = 5;

type DeferringClient = PoolClient & { [deferred]?: string | undefined };

/** Sends the statements of one turn of the event loop together, without waiting for results in between. */
export class PooledConnection {
  private isCorked = false;
  private failure: Error | undefined;
  private warning: string | undefined;

  private constructor(
    private readonly pool: ConnectionPool,
    private readonly client: PoolClient,
  ) {}

  static async take(pool: ConnectionPool): Promise<PooledConnection> {
    const connection = new PooledConnection(pool, await pool.take());
    connection.sendDeferred();
    return connection;
  }

  static async use<R>(pool: ConnectionPool, work: (connection: PooledConnection) => Promise<R>): Promise<R> {
    const connection = await PooledConnection.take(pool);
    try {
      return await work(connection);
    } finally {
      connection.giveBack();
    }
  }

  /**
   * Runs a statement. Rejects with a storage error if there is one for PostgreSQL's. A commit with a warning counts as
   * unknown: a server that stops waiting for its synchronous standbys warns, but acknowledges the commit.
   */
  run(text: string, values: readonly unknown[] = [], { isCommit = false } = {}): Promise<StatementResult> {
    this.cork();
    if (isCommit) this.watchWarnings();
    const answer = new Promise<StatementResult>((resolve, reject) => {
      const settle = (error: Error | null, answer?: StatementResult) => {
        if (isCommit) this.client.removeListener("notice", this.noteWarning);
        if (answer && isCommit && this.warning !== undefined) reject(new CommitUnknownError(this.warning));
        else if (answer) resolve(answer);
        else reject(this.failureOf(error));
      };
      this.client.query(new Statement(text, nameOf(text), values, parserOf, settle));
    });
    if (sqlStatements.hasSubscribers) sqlStatements.publish({ text, answer } satisfies SentStatement);
    return answer;
  }

  private failureOf(error: unknown): Error {
    if (isConnectionLoss(error)) this.failure ??= error as Error;
    return storageFailure(error) as Error;
  }

  /**
   * Defers a statement whose result nobody needs, such as the end of a read transaction. It is sent together with the next
   * one on the connection, or after a few milliseconds. Under load this saves a socket write, which costs more than the
   * statement.
   */
  defer(text: string): void {
    const client = this.client as DeferringClient;
    client[deferred] = text;
    setTimeout(() => this.sendDeferred(), maxDeferral_ms).unref();
  }

  private sendDeferred(): void {
    const client = this.client as DeferringClient;
    const text = client[deferred];
    if (text === undefined) return;
    client[deferred] = undefined;
    this.run(text).catch(() => {});
  }

  giveBack(): void {
    this.pool.giveBack(this.client, this.failure);
  }

  /** Gives the connection back to be closed: its transaction may be in any state. */
  discard(): void {
    this.failure ??= new Error("discarded");
    this.giveBack();
  }

  private watchWarnings(): void {
    this.warning = undefined;
    this.client.on("notice", this.noteWarning);
  }

  private readonly noteWarning = ({ severity, message }: NoticeMessage): void => {
    if (severity === "WARNING") this.warning = message;
  };

  private cork(): void {
    if (this.isCorked) return;
    const { stream } = (this.client as unknown as { connection: { stream: Corkable } }).connection;
    this.isCorked = true;
    stream.cork?.();
    process.nextTick(() => {
      this.isCorked = false;
      stream.uncork?.();
    });
  }
}

interface Corkable {
  cork?(): void;
  uncork?(): void;
}
