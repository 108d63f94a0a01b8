/**
 * A cheaper replacement for `pg.Query`: it does not describe a prepared statement again, copies no rows, and emits no events.
 * The measured gain is in docs/operations.md, Sizing.
 */
import pg, { type Connection } from "pg";

export type ResultRow = readonly unknown[];

export interface StatementResult {
  readonly rows: readonly ResultRow[];
  /** "SELECT", "COMMIT", … */
  readonly command: string;
  readonly count: number;
}

type Parse = (text: string) => unknown;

/** The parser for values of a type, by its OID. */
export type ParserOf = (oid: number) => Parse;

type Settle = (error: Error | null, answer?: StatementResult) => void;

/** Members of pg's connection that `@types/pg` does not declare or declares otherwise. */
interface Sending extends Pick<Connection, "stream"> {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(config: { text: string; name: string }): void;
  bind(config: { statement: string; values: readonly unknown[]; valueMapper: typeof asParameter }): void;
  describe(config: { type: "P" }): void;
  sendCopyFail(reason: string): void;
}

/** The messages Execute, without a row limit, and Sync, which follow every Bind. */
const executeAndSync = Buffer.from([69, 0, 0, 0, 9, 0, 0, 0, 0, 0, 83, 0, 0, 0, 4]);

/** Column parsers of prepared statements by name. PostgreSQL refuses a prepared statement whose columns have changed. */
const described = new Map<string, readonly Parse[]>();

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

function asParameter(value: unknown): unknown {
  return typeof value === "string" ? value : prepareValue(value);
}

export class Statement {
  private readonly found: ResultRow[] = [];
  private columns: readonly Parse[] | undefined;
  private command = "";
  private count = 0;
  private failure: Error | undefined;

  /**
   * @param name under which it is prepared; "" to not prepare it
   * @param callback called with the outcome; pg wraps it
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

  /** Parses the values in place, in the array that pg created. */
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
    // The statement returns no columns.
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

// On pipelined connections pg accepts only instances of pg.Query, whose constructor costs more than sending a statement.
Object.setPrototypeOf(Statement.prototype, pg.Query.prototype);
