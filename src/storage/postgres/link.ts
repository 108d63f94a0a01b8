/** One connection while a transaction has it. */
import { createHash } from "node:crypto";
import type { PoolClient, QueryArrayConfig } from "pg";
import type { NoticeMessage } from "pg-protocol/dist/messages.js";
import type { Connections } from "./connections.js";
import { CommitUnknownError, isConnectionLoss, storageFailure } from "./failures.js";

export type Row = readonly unknown[];

export interface Answer {
  readonly rows: readonly Row[];
  /** "SELECT", "COMMIT", … */
  readonly command: string;
  readonly count: number;
}

/** Statements that are kept prepared; more texts than this are planned each time. */
const maxPrepared = 500;
const prepared = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = prepared.get(text);
  if (name === undefined && prepared.size < maxPrepared) {
    name = createHash("sha1").update(text).digest("base64url");
    prepared.set(text, name);
  }
  return name;
}

const debt = Symbol("debt");
/** How long a transaction that only read may stay open for nothing. */
const patience_ms = 5;

type OwingClient = PoolClient & { [debt]?: string | undefined };

/** Sends the statements of one turn of the event queue together, and does not wait between them. */
export class Link {
  private isCorked = false;
  private failure: Error | undefined;
  private warning: string | undefined;

  private constructor(
    private readonly connections: Connections,
    private readonly client: PoolClient,
  ) {}

  static async take(connections: Connections): Promise<Link> {
    const link = new Link(connections, await connections.take());
    link.payDebt();
    return link;
  }

  static async use<R>(connections: Connections, work: (link: Link) => Promise<R>): Promise<R> {
    const link = await Link.take(connections);
    try {
      return await work(link);
    } finally {
      link.giveBack();
    }
  }

  /**
   * Rejects with an error of the port where PostgreSQL's is one. A commit that comes with a warning counts as unknown: a
   * server that was told to wait for standbys warns when it stops waiting, and acknowledges all the same.
   */
  async run(text: string, values: readonly unknown[] = [], { isCommit = false } = {}): Promise<Answer> {
    this.cork();
    if (isCommit) this.watchWarnings();
    const query: QueryArrayConfig = { text, values: values as unknown[], rowMode: "array" };
    const name = nameOf(text);
    if (name !== undefined) query.name = name;
    try {
      const { rows, command, rowCount } = await this.client.query(query);
      if (isCommit && this.warning !== undefined) throw new CommitUnknownError(this.warning);
      return { rows: rows as Row[], command, count: rowCount ?? 0 };
    } catch (error) {
      if (isConnectionLoss(error)) this.failure ??= error as Error;
      throw storageFailure(error);
    } finally {
      if (isCommit) this.client.removeListener("notice", this.noteWarning);
    }
  }

  /**
   * Nobody waits for the end of a transaction that only read: it is sent with what comes next on the connection, or a
   * few milliseconds later. Under load that saves a write to the socket, which costs more than the statement.
   */
  owe(text: string): void {
    const client = this.client as OwingClient;
    client[debt] = text;
    setTimeout(() => this.payDebt(), patience_ms).unref();
  }

  private payDebt(): void {
    const client = this.client as OwingClient;
    const text = client[debt];
    if (text === undefined) return;
    client[debt] = undefined;
    this.run(text).catch(() => {});
  }

  giveBack(): void {
    this.connections.giveBack(this.client, this.failure);
  }

  /** It is not to be used again once it was given back. */
  spoil(reason: Error): void {
    this.failure ??= reason;
  }

  /** The transaction may be in any state: the connection goes. */
  discard(): void {
    this.spoil(new Error("given up"));
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
