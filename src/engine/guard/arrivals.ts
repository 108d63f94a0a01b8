/**
 * What arrives all at once. Node reads what is there on all connections before anything else gets its turn: 20 requests
 * each on 600 connections took it 110 ms, and of a body it reads up to 2 MB on each of them. So when reading has gone on
 * for long, all connections wait until the next turn of the event loop.
 */
import type { Socket } from "node:net";

/** Milliseconds that reading may hold the event loop in one turn. */
const readingMs = 5;

/**
 * Requests and pieces of bodies that are read in one turn in any case, which takes 3 ms at worst. Where others use the
 * processor, a few take long on the clock, and to pause connections takes longer than to read their requests.
 */
const readAnyway = 100;

/** The latest turn in which something of the connection was read, and how much: requests and pieces of bodies. */
const latestTurn = Symbol("latest turn");
const latestCount = Symbol("latest count");
type Connection = Socket & { [latestTurn]?: number; [latestCount]?: number };

/** So much at once is no burden for others, and of so many connections that ask for little now and then. */
const little = 2;
const leftAlone = 64;

export class Arrivals {
  private turn = 0;
  private isReading = false;
  private end = 0;
  /** Requests and pieces of bodies read in this turn. */
  private count = 0;
  private isEnough = false;
  private isEndPlanned = false;
  private paused: Connection[] = [];
  private waiting: (() => void)[] = [];

  constructor(private readonly connections: Iterable<Socket>) {}

  /** To be told of every request and every piece of a body. True when no more should be read in this turn. */
  note(connection: Connection): boolean {
    if (!this.isReading) this.begin();
    connection[latestCount] = connection[latestTurn] === this.turn ? (connection[latestCount] ?? 0) + 1 : 1;
    connection[latestTurn] = this.turn;
    this.count += 1;
    if (this.isEnough) return true;
    if (this.count <= readAnyway || performance.now() < this.end) return false;
    this.pauseAllBut(connection);
    return true;
  }

  /** Runs the work when there is time for what has arrived: at once, or in a later turn; all works in their order. */
  whenThereIsTime(work: () => void): void {
    if (!this.isEnough && this.waiting.length === 0) work();
    else this.waiting.push(work);
  }

  private begin(): void {
    this.isReading = true;
    this.count = 0;
    this.end = performance.now() + readingMs;
    this.planEnd();
  }

  private planEnd(): void {
    if (this.isEndPlanned) return;
    this.isEndPlanned = true;
    // Runs when everything has been read.
    setImmediate(this.endTurn);
  }

  /** @param connection that is being read: what it has sent is here already, whatever is done */
  private pauseAllBut(connection: Connection): void {
    this.isEnough = true;
    let left = 0;
    for (const other of this.connections) {
      // Who is paused for another reason stays so.
      if (other === connection || other.isPaused()) continue;
      if (this.isModest(other) && (left += 1) <= leftAlone) continue;
      other.pause();
      this.paused.push(other);
    }
  }

  /** It asks for little, and did not in this turn nor the one before. */
  private isModest({ [latestTurn]: turn = Infinity, [latestCount]: count = Infinity }: Connection): boolean {
    return count <= little && turn < this.turn - 1;
  }

  private readonly endTurn = (): void => {
    const { paused } = this;
    this.isEndPlanned = this.isReading = this.isEnough = false;
    if (paused.length > 0) {
      this.paused = [];
      // They are read in the order in which they are resumed.
      for (const place of [0, 1, 2]) {
        for (const connection of paused) if (this.placeOf(connection) === place) connection.resume();
      }
    }
    this.turn += 1;
    if (this.waiting.length > 0) this.letWaitingWork();
  };

  /** First those that were not read in this turn and ask for little, then all others that were not. */
  private placeOf({ [latestTurn]: turn, [latestCount]: count }: Connection): 0 | 1 | 2 {
    if (turn === this.turn) return 2;
    return count !== undefined && count <= little ? 0 : 1;
  }

  private letWaitingWork(): void {
    const end = performance.now() + readingMs;
    let done = 0;
    for (const work of this.waiting) {
      if (done > 0 && performance.now() >= end) break;
      done += 1;
      work();
    }
    this.waiting.splice(0, done);
    if (this.waiting.length > 0) this.planEnd();
  }
}
