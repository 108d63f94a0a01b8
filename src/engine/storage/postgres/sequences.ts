/** Numbers: taken in blocks by each process, so that they cost nothing; those that people see are taken one by one. */
import type { Connections } from "./connections.js";
import { Link } from "./link.js";

/**
 * The numbers of orders, invoices, shipments and credit memos have no gaps and rise over all processes: they are given in
 * the transaction, and the next transaction that wants one waits for its end. IDs come from blocks: unique, rising in
 * each process, with gaps where a process ended.
 */
export function isGapless(sequence: string): boolean {
  return sequence.includes("_number_of_store_");
}

export interface Taken {
  readonly sequence: string;
  readonly number: number;
  /** The whole state under which it was given. */
  readonly epoch: number;
  /** Of the server that it was given by (cache.ts). */
  readonly life: number;
}

interface Block {
  readonly epoch: number;
  readonly life: number;
  next: number;
  readonly end: number;
  /** Numbers of transactions that came to nothing, the highest first. */
  returned: number[];
}

export class Sequences {
  private readonly blocks = new Map<string, Block>();
  private readonly waiting = new Map<string, Promise<unknown>>();
  private life = 0;

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly size: number,
  ) {}

  /** Another server may have given the same blocks to other processes. */
  forget(): void {
    this.life += 1;
    this.blocks.clear();
  }

  /** One after the other per sequence, so that numbers rise in the order in which they are asked for. */
  take(sequence: string, epoch: number | undefined): Promise<Taken> {
    const before = this.waiting.get(sequence) ?? Promise.resolve();
    const taken = before.then(() => this.takeNext(sequence, epoch));
    const settled = taken
      .catch(() => {})
      .then(() => {
        if (this.waiting.get(sequence) === settled) this.waiting.delete(sequence);
      });
    this.waiting.set(sequence, settled);
    return taken;
  }

  private async takeNext(sequence: string, epoch: number | undefined): Promise<Taken> {
    let block = this.blocks.get(sequence);
    const isOver = !block || (block.returned.length === 0 && block.next > block.end);
    if (!block || isOver || (epoch !== undefined && block.epoch < epoch)) {
      do block = await this.fetch(sequence);
      while (block.life !== this.life);
      this.blocks.set(sequence, block);
    }
    const number = block.returned.pop() ?? block.next++;
    return { sequence, number, epoch: block.epoch, life: block.life };
  }

  /** A transaction came to nothing: its numbers are given again. */
  giveBack(all: readonly Taken[]): void {
    for (const { sequence, number, epoch, life } of all) {
      const block = this.blocks.get(sequence);
      if (block?.epoch !== epoch || block.life !== life || number > block.end) continue;
      block.returned.push(number);
      block.returned.sort((one, other) => other - one);
      while (block.returned[0] === block.next - 1) {
        block.returned.shift();
        block.next -= 1;
      }
    }
  }

  /** The last number given, where the rest of this process's block is all that lies beyond it. */
  lastGiven(sequence: string, stored: number): number {
    const block = this.blocks.get(sequence);
    return block?.end === stored ? block.next - 1 : stored;
  }

  /** What is left of the blocks goes back, as far as no other process has taken numbers since. */
  async release(): Promise<void> {
    const unused = [...this.blocks].filter(([, { next, end }]) => next <= end);
    this.blocks.clear();
    if (unused.length === 0) return;
    await Link.use(this.connections, async (link) => {
      await link.run(
        `update ${this.schema}.sequences s set value = u.last
           from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as u(name, last, until, epoch), ${this.schema}.versions v
          where s.name = u.name and s.value = u.until and v.epoch = u.epoch`,
        [
          unused.map(([name]) => name),
          unused.map(([, { next }]) => next - 1),
          unused.map(([, { end }]) => end),
          unused.map(([, { epoch }]) => epoch),
        ],
      );
    });
  }

  private async fetch(sequence: string): Promise<Block> {
    const { life } = this;
    return Link.use(this.connections, async (link) => {
      const { rows } = await link.run(
        `insert into ${this.schema}.sequences as s (name, value) values ($1, $2::bigint)
           on conflict (name) do update set value = s.value + $2::bigint
           returning value, (select epoch from ${this.schema}.versions)`,
        [sequence, this.size],
      );
      const [end, epoch] = rows[0] as [number, number];
      return { epoch, life, next: end - this.size + 1, end, returned: [] };
    });
  }
}

/** A number that no other transaction gets before this one ends. */
export const gaplessSql = (schema: string) =>
  `insert into ${schema}.sequences as s (name, value) values ($1, 1)
     on conflict (name) do update set value = s.value + 1 returning value`;
