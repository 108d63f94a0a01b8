/**
 * Numbers come from the database one by one, as its own numbering gives them: they rise over all processes, and none is
 * kept in memory, where a restoration would leave it behind.
 */
import type { Connections } from "./connections.js";
import { Link } from "./link.js";

/** A number without gaps is given in the transaction: no other one gets it, or the next one, before this one ends. */
export const gaplessSql = (schema: string) =>
  `insert into ${schema}.sequences as s (name, value) values ($1, 1)
     on conflict (name) do update set value = s.value + 1 returning value`;

export interface Taken {
  readonly sequence: string;
  readonly number: number;
}

interface Question {
  /** How many numbers of each sequence are asked for. */
  readonly counts: Map<string, number>;
  readonly answer: Promise<Answer>;
}

interface Answer {
  /** Of each sequence the last number. */
  readonly lasts: ReadonlyMap<string, number>;
  /** The whole state under which they were given. */
  readonly epoch: number;
}

export class Sequences {
  /** What is asked next. */
  private question: Question | undefined;
  private lastAnswer: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
  ) {}

  /** In the order of asking: one question after the other, each for all that have asked meanwhile. */
  async next(sequence: string): Promise<{ readonly number: number; readonly epoch: number }> {
    const { counts, answer } = (this.question ??= this.prepare());
    const place = (counts.get(sequence) ?? 0) + 1;
    counts.set(sequence, place);
    const { lasts, epoch } = await answer;
    const last = lasts.get(sequence) as number;
    return { number: last - (counts.get(sequence) as number) + place, epoch };
  }

  /**
   * A transaction came to nothing: its numbers are given again, as long as no later one is out. So numbers never fall,
   * and one caller after the other leaves no gaps.
   */
  async giveBack(all: readonly Taken[]): Promise<void> {
    const lasts = new Map<string, { last: number; before: number }>();
    for (const { sequence, number } of all.toReversed()) {
      const { last, before } = lasts.get(sequence) ?? { last: number, before: number };
      if (number === before) lasts.set(sequence, { last, before: number - 1 });
    }
    const names = [...lasts.keys()].sort();
    const text = `update ${this.schema}.sequences s set value = u.before
        from unnest($1::text[], $2::bigint[], $3::bigint[]) as u(name, last, before)
      where s.name = u.name and s.value = u.last`;
    const values = [
      names,
      names.map((name) => lasts.get(name)?.last),
      names.map((name) => lasts.get(name)?.before),
    ];
    // Nothing depends on it: what cannot be given back is a gap.
    await Link.use(this.connections, (link) => link.run(text, values)).catch(() => {});
  }

  private prepare(): Question {
    const counts = new Map<string, number>();
    const answer = this.lastAnswer.then(() => {
      this.question = undefined;
      return this.ask(counts);
    });
    this.lastAnswer = answer.catch(() => {});
    return { counts, answer };
  }

  /**
   * A transaction of its own that waits for no disk: the documents with these numbers become durable after it, and with
   * them what stands before them in the log. In order of name, or two processes would wait for each other.
   */
  private async ask(counts: ReadonlyMap<string, number>): Promise<Answer> {
    const names = [...counts.keys()].sort();
    const text = `with quick as (select set_config('synchronous_commit', 'off', true))
      insert into ${this.schema}.sequences as s (name, value)
        select u.name, u.count from quick, unnest($1::text[], $2::bigint[]) as u(name, count)
        on conflict (name) do update set value = s.value + excluded.value
        returning name, value, (select epoch from ${this.schema}.versions)`;
    const values = [names, names.map((name) => counts.get(name))];
    const { rows } = await Link.use(this.connections, (link) => link.run(text, values));
    return {
      lasts: new Map(rows.map(([name, last]) => [name as string, last as number])),
      epoch: rows[0]?.[2] as number,
    };
  }
}
