/** Reads request bodies: limits the size of each, and the bytes of all bodies in memory. */
import type { IncomingMessage } from "node:http";
import { Budget } from "./budget.js";
import { noRefusals, type Refusals } from "./refusals.js";
import { maxStructureBytes, StructureMeter } from "./request-size.js";

/** The first bytes of every body are not counted: the number of connections bounds them. */
const freeBytes = 16 * 1024;

/** Whether the headers or the beginning of a body contain valid credentials. */
export type SenderCheck = (beginning: Buffer) => Promise<boolean>;

/** A body in memory, to be released after use if it takes room from a budget; or the status that refuses it. */
export type Body = { readonly bytes: Buffer; readonly release?: () => void } | RefusedBody;

export type RefusedBody =
  | { readonly refused: 503; readonly problem?: undefined }
  /** @property problem a sentence that names the limit */
  | { readonly refused: 413; readonly problem: string };

/** The maximum size of a body. */
export interface SizeLimit {
  readonly bytes: number;
  /** The setting that changes it. */
  readonly setting?: string;
}

export class Intake {
  private readonly known: Budget;
  private readonly anonymous: Budget;

  /**
   * @param knownBytes budget for all bodies whose senders have valid credentials
   * @param anonymousBytes budget for all other bodies
   */
  constructor(
    knownBytes: number,
    anonymousBytes: number,
    private readonly refusals: Refusals = noRefusals(),
  ) {
    this.known = new Budget(knownBytes, () => refusals.add("bodies"));
    this.anonymous = new Budget(anonymousBytes, () => refusals.add("anonymous_bodies"));
  }

  /**
   * Reads a body within `limit`, with at most 1 MiB outside of base64. Rejects when the client disconnects.
   */
  read(request: IncomingMessage, limit: SizeLimit, isKnown: SenderCheck): Body | Promise<Body> {
    if (Number(request.headers["content-length"] ?? 0) > limit.bytes) return this.tooLarge(beyond(limit));
    // Most bodies are small and have arrived completely, so that no events are needed.
    if (request.complete) {
      const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0);
      return bytes.length > limit.bytes ? this.tooLarge(beyond(limit)) : { bytes };
    }
    const chooseBudget = async (beginning: Buffer) =>
      (await isKnown(beginning)) ? this.known : this.anonymous;
    return new BodyReading(request, limit, chooseBudget, (problem) => this.tooLarge(problem)).done;
  }

  private tooLarge(problem: string): Body {
    this.refusals.add("body_size");
    return { refused: 413, problem };
  }
}

function beyond({ bytes, setting }: SizeLimit): string {
  return `The body has more than ${bytes} bytes${setting === undefined ? "" : ` (${setting})`}.`;
}

const tooMuchStructure = `The body has more than ${maxStructureBytes} bytes besides the contents of files.`;

const busy = { refused: 503 } as const;
const nothing = () => {};

/** Takes bytes from a budget as they arrive, so that an announced length alone costs nothing. */
class BodyReading {
  readonly done: Promise<Body>;
  /** Grows by doubling. A list of chunks would need a hundred bytes per chunk, and a chunk may have one byte. */
  private room = Buffer.alloc(0);
  private size = 0;
  private structure: StructureMeter | undefined;
  private budget: Budget | undefined;
  private taken = 0;
  private settle: (body: Body) => void = nothing;
  private isSettled = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly limit: SizeLimit,
    private readonly chooseBudget: (beginning: Buffer) => Promise<Budget>,
    private readonly tooLarge: (problem: string) => Body,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.settle = resolve;
      const fail = (error: Error) => {
        this.isSettled = true;
        this.release();
        reject(error);
      };
      if (request.destroyed) fail(new Error("the client disconnected"));
      request.on("data", (piece: Buffer) => this.add(piece));
      request.on("end", () => this.end());
      request.on("error", fail);
    });
  }

  private get bytes(): Buffer {
    return this.room.subarray(0, this.size);
  }

  private add(piece: Buffer): void {
    if (this.isSettled) return;
    this.append(piece);
    if (this.size > this.limit.bytes) this.refuse(this.tooLarge(beyond(this.limit)));
    else if (this.hasTooMuchStructure(piece)) this.refuse(this.tooLarge(tooMuchStructure));
    else if (this.size > freeBytes) this.goOn();
  }

  private append(piece: Buffer): void {
    const size = this.size + piece.length;
    if (size > this.room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * this.room.length, this.limit.bytes)));
      this.room.copy(larger, 0, 0, this.size);
      this.room = larger;
    }
    piece.copy(this.room, this.size);
    this.size = size;
  }

  /** Checks only large bodies, then including the bytes that arrived before. */
  private hasTooMuchStructure(piece: Buffer): boolean {
    if (this.structure) return this.structure.add(piece);
    if (this.size <= maxStructureBytes) return false;
    this.structure = new StructureMeter();
    return this.structure.add(this.bytes);
  }

  /** Takes the bytes that have arrived from the budget. */
  private goOn(): void {
    if (this.budget) {
      this.pay(this.budget);
      return;
    }
    this.request.pause();
    this.findBudget().then(
      () => {
        if (!this.isSettled) this.request.resume();
      },
      () => this.refuse(busy),
    );
  }

  private pay(budget: Budget): void {
    const owed = this.size - this.taken;
    if (budget.take(owed)) this.taken += owed;
    else this.refuse(busy);
  }

  private async findBudget(): Promise<void> {
    this.budget = await this.chooseBudget(this.bytes);
    if (!this.isSettled) this.pay(this.budget);
  }

  private end(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const { bytes } = this;
    this.room = Buffer.alloc(0);
    this.settle({ bytes, release: () => this.release() });
  }

  private refuse(refusal: Body): void {
    this.isSettled = true;
    this.release();
    this.request.pause();
    this.settle(refusal);
  }

  private release(): void {
    this.budget?.giveBack(this.taken);
    this.taken = 0;
    this.room = Buffer.alloc(0);
  }
}

/** The number of chunks that any body may have, and the number of bytes that allow one more chunk. */
const freePieces = 2_000;
const bytesOfPiece = 32;

/**
 * Closes the connection of a request whose body has too many chunks for its size. Node emits each chunk separately, and
 * one read of a socket may contain ten thousand chunks of one byte.
 */
export function endWhenShredded(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let pieces = 0;
  let bytes = 0;
  request.push = (piece: unknown, encoding) => {
    if (request.destroyed) return false;
    if (piece instanceof Uint8Array) {
      pieces += 1;
      bytes += piece.length;
      if (pieces > freePieces + bytes / bytesOfPiece) {
        request.destroy();
        return false;
      }
    }
    return push(piece, encoding);
  };
}
