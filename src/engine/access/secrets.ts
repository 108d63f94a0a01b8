/** Hashing and checking of API keys and passwords by scrypt (conventions 7.1, 11.3). */
import { maxSecretLength } from "../values/api-key.js";
import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { isLonger } from "../values/text.js";
import { FairQueue } from "../guard/fair-queue.js";

/** About 60 ms of work per check. */
const usualCost = { N: 2 ** 15, r: 8, p: 1 };
const keyBytes = 32;

/** The pool of 4 threads also serves fsync, so hashing never takes more than half of it. */
const maxAtOnce = 2;

/** Checks that wait are answered within 3 seconds; beyond that it is better to be told to come back. */
const maxWaiting = 100;

/** How long a right secret is remembered, as a keyed hash. */
const rememberedMs = 10 * 60_000;

export class Secrets {
  private readonly checks = new FairQueue(maxAtOnce, maxWaiting);
  private readonly processSecret = randomBytes(32);
  private readonly verified = new Map<string, number>();
  private dummy: Promise<string> | undefined;

  constructor(
    private readonly cost: { readonly N: number; readonly r: number; readonly p: number } = usualCost,
  ) {}

  /** The string to store: algorithm, parameters, salt and hash. */
  async hash(secret: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.derive(secret, salt, this.cost);
    const { N, r, p } = this.cost;
    return ["scrypt", N, r, p, salt.toString("base64"), key.toString("base64")].join("$");
  }

  /**
   * Compares in constant time. Without a stored hash it takes as long and answers false. Rejects with `QueueFull` when
   * too many wait.
   * @param lane who asks: the many checks of one do not hold up those of another
   */
  async verify(secret: string, stored: string | undefined, lane?: string): Promise<boolean> {
    if (isLonger(secret, maxSecretLength)) return false;
    const hash = stored ?? (await (this.dummy ??= this.hash("")));
    const [, N, r, p, salt = "", key = ""] = hash.split("$");
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await this.derive(secret, Buffer.from(salt, "base64"), cost, lane);
    const expected = Buffer.from(key, "base64");
    const same = derived.length === expected.length && timingSafeEqual(derived, expected);
    return same && stored !== undefined;
  }

  /**
   * As `verify`, remembering a success for a while of real time: HTTP Basic, and suites that log in before every test,
   * would hash each time otherwise. The stored hash is part of what is remembered, so a changed secret is never taken
   * from memory.
   */
  async verifyCached(secret: string, stored: string | undefined, lane?: string): Promise<boolean> {
    if (stored === undefined || isLonger(secret, maxSecretLength)) return this.verify(secret, stored, lane);
    const name = createHmac("sha256", this.processSecret).update(`${stored}\0${secret}`).digest("base64");
    const until = this.verified.get(name);
    if (until !== undefined && until > performance.now()) return true;
    this.verified.delete(name);
    const same = await this.verify(secret, stored, lane);
    if (same) this.remember(name, performance.now() + rememberedMs);
    return same;
  }

  private remember(name: string, until: number): void {
    if (this.verified.size >= 1000) this.verified.clear();
    this.verified.set(name, until);
  }

  private derive(secret: string, salt: Buffer, cost: ScryptOptions, lane?: string): Promise<Buffer> {
    const options = { ...cost, maxmem: 256 * (cost.N ?? 1) * (cost.r ?? 1) };
    return this.checks.run(
      lane,
      () =>
        new Promise<Buffer>((resolve, reject) => {
          scrypt(secret, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  }
}
