/**
 * Where the log of the primary stood when each caller's last write had ended, so that standbys can be asked for what a
 * caller has written by whichever process. A table of the primary that is not replicated: after a crash or a failover
 * it is empty, and what was written before counts for everybody.
 */
import type { Connections } from "./connections.js";
import type { Numbers } from "./cache.js";
import { Link } from "./link.js";
import { eraColumn } from "./migrations.js";

/** What a standby must have. */
export interface Wanted {
  /** A standby that has gone its own way since another one was promoted knows only earlier ones. */
  readonly era: number;
  /** Bytes of the log. */
  readonly position: number;
}

/** Rows that are no callers: what counts for all, as of when the table began and as of writes without a caller. */
const [beginning, everybody] = ["", "*"];

/** Rows above which those that the beginning can stand for are dropped. */
const maxRows = 10_000;

export const positionSql = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::float8`;

interface Question {
  readonly callers: Set<string>;
  readonly answer: Promise<ReadonlyMap<string, Wanted>>;
}

export class CallerWrites {
  private question: Question | undefined;
  /** Above 0 some process reads from standbys, as far as this one knows. */
  private era = 0;

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly guard: number,
  ) {}

  observe({ standby_era }: Numbers): void {
    if (this.era < standby_era) this.era = standby_era;
  }

  /** Sent behind the commit on the same connection. False = it was not wanted then, as far as was known, or it failed. */
  async noteBehind(link: Link, caller: string | undefined): Promise<boolean> {
    if (this.era === 0) return false;
    return this.note(link, caller).then(
      () => true,
      () => false,
    );
  }

  /** The write is stored, whatever becomes of this: a primary that is gone takes the table of notes with it. */
  async noteLate(): Promise<void> {
    if (this.era > 0) await Link.use(this.connections, (link) => this.note(link)).catch(() => {});
  }

  private async note(link: Link, caller = everybody): Promise<void> {
    await link.run(
      `insert into ${this.schema}.caller_writes as w (caller, lsn) values ($1, pg_current_wal_insert_lsn())
         on conflict (caller) do update set lsn = greatest(w.lsn, excluded.lsn)`,
      [caller],
    );
  }

  /** What the caller may have written; undefined = not known. One question answers all that asked before it was sent. */
  async wanted(caller: string): Promise<Wanted | undefined> {
    const question = (this.question ??= this.prepare());
    question.callers.add(caller);
    return (await question.answer).get(caller);
  }

  private prepare(): Question {
    const callers = new Set<string>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.question = undefined;
      return this.ask([...callers]);
    });
    return { callers, answer };
  }

  private async ask(callers: readonly string[]): Promise<ReadonlyMap<string, Wanted>> {
    const { rows } = await Link.use(this.connections, (link) =>
      link.run(
        `select v.${eraColumn}, w.caller, ${positionSql("w.lsn")} from ${this.schema}.versions v
           join ${this.schema}.caller_writes w on w.caller = any($1::text[])`,
        [[beginning, everybody, ...callers]],
      ),
    );
    const all = rows as [number, string, number][];
    const positions = new Map(all.map(([, caller, position]) => [caller, position]));
    const [era] = all[0] ?? [0];
    const first = positions.get(beginning);
    if (first === undefined) return new Map();
    const common = Math.max(first, positions.get(everybody) ?? 0);
    return new Map(
      callers.map((caller) => [caller, { era, position: Math.max(common, positions.get(caller) ?? 0) }]),
    );
  }

  /** Sees to it that writes are noted from now on, and that what was written before counts for everybody. */
  async begin(): Promise<void> {
    const { schema } = this;
    const hasBegun = `select from ${schema}.caller_writes where caller = '${beginning}'`;
    await Link.use(this.connections, async (link) => {
      if ((await link.run(hasBegun)).rows.length > 0) return;
      try {
        await link.run("begin");
        // Writes that are under way do not know that they are to be noted.
        await link.run(`select pg_advisory_xact_lock(${this.guard})`);
        await link.run(`update ${schema}.versions set ${eraColumn} = ${eraColumn} + 1`);
        await link.run("commit", [], { isCommit: true });
      } catch (error) {
        await link.run("rollback").catch(() => {});
        throw error;
      }
      await this.note(link, beginning);
    });
  }

  /** Keeps the table small: a later beginning stands for all callers before it. */
  async trim(): Promise<void> {
    const { schema } = this;
    await Link.use(this.connections, (link) =>
      link.run(
        `with first as (
           update ${schema}.caller_writes set lsn = pg_current_wal_insert_lsn()
            where caller = '${beginning}' and (select count(*) from ${schema}.caller_writes) > ${maxRows}
           returning lsn)
         delete from ${schema}.caller_writes w using first where w.caller <> '${beginning}' and w.lsn <= first.lsn`,
      ),
    );
  }
}
