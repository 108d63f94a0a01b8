/**
 * Requests that arrive all at once. Node reads what is there on all connections before anything else gets its turn, and
 * 20 requests each on 600 connections took it 110 ms. So when reading has gone on for long, all other connections are
 * paused until the next turn of the event loop.
 */
import type { Socket } from "node:net";

/** Milliseconds that reading may hold the event loop in one turn. */
const readingMs = 5;

/**
 * Requests of one turn that are read in any case, which takes 3 ms at worst. Where others use the processor, a few take
 * long on the clock, and to pause connections takes longer than to read their requests.
 */
const readAnyway = 100;

/** The latest turn in which a request of the connection was read. */
const latestTurn = Symbol("latest turn");
type Connection = Socket & { [latestTurn]?: number };

export class Arrivals {
  private turn = 0;
  private isReading = false;
  private end = 0;
  /** Requests read in this turn. */
  private count = 0;
  private paused: Connection[] = [];

  constructor(private readonly connections: Iterable<Socket>) {}

  /** To be told of every request. */
  note(connection: Connection): void {
    connection[latestTurn] = this.turn;
    if (!this.isReading) this.begin();
    this.count += 1;
    if (this.count <= readAnyway || this.paused.length > 0) return;
    if (performance.now() >= this.end) this.pauseAllBut(connection);
  }

  private begin(): void {
    this.isReading = true;
    this.count = 0;
    this.end = performance.now() + readingMs;
    // Runs when everything has been read.
    setImmediate(this.endTurn);
  }

  /** @param connection whose requests are being read: they are here already, whatever is done */
  private pauseAllBut(connection: Connection): void {
    for (const other of this.connections) {
      // Who is paused for another reason stays so.
      if (other === connection || other.isPaused()) continue;
      other.pause();
      this.paused.push(other);
    }
  }

  private readonly endTurn = (): void => {
    const { paused, turn } = this;
    this.isReading = false;
    this.turn += 1;
    if (paused.length === 0) return;
    this.paused = [];
    // They are read in this order: first those that were not.
    for (const connection of paused) if (connection[latestTurn] !== turn) connection.resume();
    for (const connection of paused) if (connection[latestTurn] === turn) connection.resume();
  };
}
