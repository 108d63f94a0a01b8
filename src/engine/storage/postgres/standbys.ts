/** Reads from a standby, for callers whose last write it has; the primary answers everybody else. */
import type { PostgresAddress } from "./address.js";
import { type CallerWrites, positionSql, type Wanted } from "./caller-writes.js";
import { type Numbers, numbersOf, versionsSql } from "./cache.js";
import { Connections, HostChoice } from "./connections.js";
import { DatabaseUnavailableError, StartOver } from "./failures.js";
import { type Answer, Link } from "./link.js";
import { Reading } from "./reading.js";
import type { TransactionParts } from "./transaction.js";
import { type ReadTx, StorageError } from "../storage.js";

const everyMs = 1000;
/** How long a standby may take to begin; then the primary is asked. */
const patienceMs = 1000;
/** A standby must have what the primary had so long ago, whoever wrote it. */
const maxLagMs = 5000;
/** How long a standby that lacks something is asked for nothing that it is not known to have. */
const catchUpMs = 50;

/** Asked before the snapshot is taken: what counts is in it then. */
const stateSql = `select pg_is_in_recovery(), ${positionSql("pg_last_wal_replay_lsn()")}`;

class NotCaughtUp extends StartOver {}
class LateAnswer extends StartOver {}

export interface StandbysParts {
  readonly primary: Connections;
  readonly callerWrites: CallerWrites;
  /** What a transaction over these connections needs. */
  readonly parts: (connections: Connections) => TransactionParts;
}

/** Is it one, and up to where has it what the primary wrote? */
type State = readonly [isStandby: boolean, position: number];

/** What the standby is known to have. */
interface Known {
  readonly era: number;
  readonly position: number;
}

export class Standbys {
  private known: Known | undefined;
  private askAgainAt = 0;
  /** Where the primary stood, and when (performance.now), the oldest first. */
  private readonly past: { readonly at: number; readonly position: number }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly connections: Connections;
  private readonly parts: TransactionParts;

  constructor(
    address: PostgresAddress,
    private readonly surroundings: StandbysParts,
  ) {
    // Several servers begin with different ones.
    const choice = new HostChoice(address, { first: Math.floor(Math.random() * address.hosts.length) });
    const options = { max: address.pool, pipeline: true, name: "standby reads", role: "standby" } as const;
    this.connections = new Connections(address, choice, options);
    this.parts = surroundings.parts(this.connections);
  }

  start(): void {
    this.timer ??= setTimeout(() => void this.look(), 0).unref();
  }

  async close(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.connections.close();
  }

  /** Undefined = the primary is to be asked. Throws what the work throws. */
  async read<R>(
    caller: string,
    work: (tx: ReadTx) => Promise<R>,
  ): Promise<{ readonly result: R } | undefined> {
    if (!this.known) return undefined;
    const wanted = await this.surroundings.callerWrites.wanted(caller);
    if (!wanted || !this.mayHave(wanted)) return undefined;
    const tx = new StandbyReading(this.parts, (state, numbers) => this.judge(state, numbers, wanted));
    try {
      return { result: await tx.carryOut(work) };
    } catch (error) {
      tx.end("rollback");
      if (error instanceof DatabaseUnavailableError || error instanceof LateAnswer) this.known = undefined;
      else if (!(error instanceof StartOver) && !(error instanceof StorageError)) throw error;
      return undefined;
    }
  }

  /** Throws NotCaughtUp. */
  private judge([isStandby, position]: State, numbers: Numbers, wanted: Wanted): void {
    if (!isStandby) throw new NotCaughtUp("the standby has become the primary");
    const hasAll = numbers.standby_era === wanted.era && position >= wanted.position;
    if (!hasAll || this.parts.cache.isBehind(numbers)) {
      this.askAgainAt = performance.now() + catchUpMs;
      throw new NotCaughtUp("the standby lacks what was written");
    }
    if (this.known && this.known.position < position) this.known = { era: wanted.era, position };
  }

  /** It has what is wanted, or is worth asking. */
  private mayHave({ era, position }: Wanted): boolean {
    const { known } = this;
    if (known?.era !== era) return false;
    return known.position >= position || performance.now() >= this.askAgainAt;
  }

  /** Never rejects: while anything of this fails, the primary is asked. */
  private async look(): Promise<void> {
    try {
      const { callerWrites, primary } = this.surroundings;
      await callerWrites.begin();
      await callerWrites.trim();
      this.remember(await positionOf(primary));
      this.known = await this.ask();
    } catch {
      this.known = undefined;
    }
    if (!this.isStopped) this.timer = setTimeout(() => void this.look(), everyMs).unref();
  }

  private remember(position: number): void {
    const at = performance.now();
    this.past.push({ at, position });
    while ((this.past[1]?.at ?? at) <= at - maxLagMs) this.past.shift();
  }

  private async ask(): Promise<Known | undefined> {
    const link = await within(patienceMs, Link.take(this.connections));
    try {
      const asked = [link.run(stateSql), link.run(versionsSql(this.parts.schema))] as const;
      const [state, versions] = await within(patienceMs, Promise.all(asked));
      const [isStandby, position] = state.rows[0] as State;
      const isNear = position >= (this.past[0]?.position ?? 0);
      if (isStandby && isNear) return { era: numbersOf(versions.rows[0]).standby_era, position };
      // Perhaps another one is nearer.
      link.spoil(new NotCaughtUp("the standby is far behind"));
      return undefined;
    } catch (error) {
      link.spoil(error as Error);
      throw error;
    } finally {
      link.giveBack();
    }
  }
}

async function positionOf(connections: Connections): Promise<number> {
  const { rows } = await Link.use(connections, (link) =>
    link.run(`select ${positionSql("pg_current_wal_insert_lsn()")}`),
  );
  return rows[0]?.[0] as number;
}

async function within<R>(ms: number, work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateAnswer("the standby does not answer")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads one state of a standby. Throws StartOver when the primary is to be asked. */
class StandbyReading extends Reading {
  constructor(
    parts: TransactionParts,
    private readonly judgeState: (state: State, numbers: Numbers) => void,
  ) {
    super(parts, [stateSql]);
  }

  protected override take(): Promise<Link> {
    return within(patienceMs, super.take());
  }

  protected override async begin(link: Link): Promise<Numbers> {
    try {
      return await within(patienceMs, super.begin(link));
    } catch (error) {
      if (error instanceof LateAnswer) link.spoil(error);
      throw error;
    }
  }

  protected override judge([state]: readonly Answer[], numbers: Numbers): void {
    this.judgeState(state?.rows[0] as unknown as State, numbers);
  }
}
