/** One connection while a transaction has it. */
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import type { NoticeMessage } from "pg-protocol/dist/messages.js";
import { type SentStatement, sqlStatements } from "../sql-statements.js";
import { type Connections, parserOf } from "./connections.js";
import { CommitUnknownError, isConnectionLoss, storageFailure } from "./failures.js";
import { type Answer, type Row, Statement } from "./statement.js";

export type { Answer, Row };

/** Statements that are kept prepared; more texts than this are planned each time. */
const maxPrepared = 500;
const prepared = new Map<string, string>();

/** "" = it is not kept prepared. */
function nameOf(text: string): string {
  let name = prepared.get(text) ?? "";
  if (name === "" && prepared.size < maxPrepared) {
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
  run(text: string, values: readonly unknown[] = [], { isCommit = false } = {}): Promise<Answer> {
    this.cork();
    if (isCommit) this.watchWarnings();
    const answer = new Promise<Answer>((resolve, reject) => {
      const settle = (error: Error | null, answer?: Answer) => {
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
