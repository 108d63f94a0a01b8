/** Bodies of requests on their way in: how many bytes of them the process holds at once. */
import type { IncomingMessage } from "node:http";

/** Of every body so much is free: bounded by the number of connections alone. */
const freeBytes = 16 * 1024;

/** The bytes that bodies may take together. */
class Pool {
  private taken = 0;

  constructor(private readonly size: number) {}

  /** False when so many are not left. */
  take(bytes: number): boolean {
    if (this.taken + bytes > this.size) return false;
    this.taken += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.taken -= bytes;
  }
}

export interface IntakeSettings {
  /** Bytes of bodies under way whose senders are known, all together. */
  readonly bodyBudgetBytes: number;
  /** The same of everybody else. */
  readonly anonymousBodyBudgetBytes: number;
}

/** Tells by the headers and the beginning of a body whether its sender has credentials that open the shop. */
export type SenderCheck = (beginning: Buffer) => Promise<boolean>;

/** A body that was read, to be given back when it is needed no more; or the status that refuses it. */
export type Body = { readonly bytes: Buffer; readonly release: () => void } | { readonly refused: 413 | 503 };

export class Intake {
  private readonly known: Pool;
  private readonly anonymous: Pool;

  constructor({ bodyBudgetBytes, anonymousBodyBudgetBytes }: IntakeSettings) {
    this.known = new Pool(bodyBudgetBytes);
    this.anonymous = new Pool(anonymousBodyBudgetBytes);
  }

  /** All bytes of a body, at most `limit`. Rejects when the client goes away. */
  read(request: IncomingMessage, limit: number, isKnown: SenderCheck): Body | Promise<Body> {
    if (Number(request.headers["content-length"] ?? 0) > limit) return tooLarge;
    // Most bodies are here as a whole by now: no need to wait for events.
    if (request.complete) {
      const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0);
      return bytes.length > limit ? tooLarge : { bytes, release: nothing };
    }
    const choosePool = async (beginning: Buffer) =>
      (await isKnown(beginning)) ? this.known : this.anonymous;
    return new BodyReading(request, limit, choosePool).done;
  }
}

const tooLarge = { refused: 413 } as const;
const nothing = () => {};

/** Takes bytes from a pool as they arrive, so that what was only announced costs nothing. */
class BodyReading {
  readonly done: Promise<Body>;
  private chunks: Buffer[] = [];
  private size = 0;
  private pool: Pool | undefined;
  private taken = 0;
  private settle: (body: Body) => void = nothing;
  private isSettled = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly limit: number,
    private readonly choosePool: (beginning: Buffer) => Promise<Pool>,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.settle = resolve;
      const fail = (error: Error) => {
        this.isSettled = true;
        this.release();
        reject(error);
      };
      if (request.destroyed) fail(new Error("the client went away"));
      request.on("data", (chunk: Buffer) => this.add(chunk));
      request.on("end", () => this.end());
      request.on("error", fail);
    });
  }

  private add(chunk: Buffer): void {
    if (this.isSettled) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size > this.limit) this.refuse(413);
    else if (this.size > freeBytes) this.goOn();
  }

  /** Pays for what has come. */
  private goOn(): void {
    if (this.pool) {
      this.pay(this.pool);
      return;
    }
    this.request.pause();
    this.findPool().then(
      () => {
        if (!this.isSettled) this.request.resume();
      },
      () => this.refuse(503),
    );
  }

  private pay(pool: Pool): void {
    const owed = this.size - this.taken;
    if (pool.take(owed)) this.taken += owed;
    else this.refuse(503);
  }

  private async findPool(): Promise<void> {
    const beginning = Buffer.concat(this.chunks, this.size);
    this.chunks = [beginning];
    this.pool = await this.choosePool(beginning);
    if (!this.isSettled) this.pay(this.pool);
  }

  private end(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const [only] = this.chunks;
    const bytes = this.chunks.length === 1 && only ? only : Buffer.concat(this.chunks, this.size);
    this.chunks = [];
    this.settle({ bytes, release: () => this.release() });
  }

  private refuse(status: 413 | 503): void {
    this.isSettled = true;
    this.chunks = [];
    this.release();
    this.request.pause();
    this.settle({ refused: status });
  }

  private release(): void {
    this.pool?.giveBack(this.taken);
    this.taken = 0;
    this.chunks = [];
  }
}
