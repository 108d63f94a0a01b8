/**
 * One statement on a connection: what `pg.Query` does, for less. A statement that the connection knows is not described
 * to it again, its rows are not copied, nobody listens to them one by one. What that brings: docs/operations.md, Sizing.
 */
import pg, { type Connection } from "pg";

export type Row = readonly unknown[];

export interface Answer {
  readonly rows: readonly Row[];
  /** "SELECT", "COMMIT", … */
  readonly command: string;
  readonly count: number;
}

type Parse = (text: string) => unknown;

/** How values of a type are read, by its number. */
export type ParserOf = (oid: number) => Parse;

type Settle = (error: Error | null, answer?: Answer) => void;

/** What the connection keeps about statements, and the texts that it sends: `@types/pg` knows some of it. */
interface Sending extends Pick<Connection, "stream"> {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(config: { text: string; name: string }): void;
  bind(config: { statement: string; values: readonly unknown[]; valueMapper: typeof asParameter }): void;
  describe(config: { type: "P" }): void;
  sendCopyFail(reason: string): void;
}

/** Execute without a limit, and Sync: the two messages behind every Bind. */
const executeAndSync = Buffer.from([69, 0, 0, 0, 9, 0, 0, 0, 0, 0, 83, 0, 0, 0, 4]);

/** The columns of statements that have been described, by name. On a connection PostgreSQL refuses one whose columns changed. */
const described = new Map<string, readonly Parse[]>();

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

function asParameter(value: unknown): unknown {
  return typeof value === "string" ? value : prepareValue(value);
}

export class Statement {
  private readonly found: Row[] = [];
  private columns: readonly Parse[] | undefined;
  private command = "";
  private count = 0;
  private failure: Error | undefined;

  /**
   * @param name under which it stays prepared; "" = it does not
   * @param callback is told of the outcome; pg puts its own around it
   */
  constructor(
    readonly text: string,
    readonly name: string,
    private readonly values: readonly unknown[],
    private readonly parserOf: ParserOf,
    public callback: Settle,
  ) {
    this.columns = described.get(name);
  }

  submit(connection: Connection): Error | null {
    const sending = connection as unknown as Sending;
    const { stream } = sending;
    const { text, name, values } = this;
    stream.cork();
    try {
      const isKnown = this.isKnownTo(sending);
      if (!isKnown) {
        sending.parse({ text, name });
        if (name !== "") sending.submittedNamedStatements[name] = text;
      }
      sending.bind({ statement: name, values, valueMapper: asParameter });
      if (!isKnown || this.columns === undefined) sending.describe({ type: "P" });
      if (stream.writable) stream.write(executeAndSync);
      return null;
    } finally {
      stream.uncork();
    }
  }

  private isKnownTo({ parsedStatements, submittedNamedStatements }: Sending): boolean {
    const { name } = this;
    return (
      name !== "" && (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined)
    );
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly dataTypeID: number }[] }): void {
    this.know(fields.map(({ dataTypeID }) => this.parserOf(dataTypeID)));
  }

  private know(columns: readonly Parse[]): void {
    this.columns = columns;
    if (this.name !== "") described.set(this.name, columns);
  }

  /** The row is the list that pg read, with its texts replaced. */
  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    const { columns = [] } = this;
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at];
        if (text !== null) fields[at] = (columns[at] as Parse)(text as string);
      }
      this.found.push(fields);
    } catch (error) {
      this.failure ??= error as Error;
    }
  }

  /** "SELECT 5", "INSERT 0 1", "CREATE TABLE", "COMMIT" */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const end = text.indexOf(" ");
    this.command = end < 0 ? text : text.slice(0, end);
    if (end >= 0) this.count = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
    // It has none: that is not said in so many words.
    if (!this.columns) this.know([]);
  }

  handleReadyForQuery(): void {
    const { failure, found: rows, command, count } = this;
    if (failure) this.callback(failure);
    else this.callback(null, { rows, command, count });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as Sending).sendCopyFail("nothing is copied here");
  }
}

// pg refuses other classes on connections where statements do not wait for each other; what its own constructor does costs
// more than sending a statement.
Object.setPrototypeOf(Statement.prototype, pg.Query.prototype);
