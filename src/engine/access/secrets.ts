/** Hashes and checks API keys and passwords with scrypt (conventions 7.1, 11.3). */
import { maxSecretLength } from "../values/api-key.js";
import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { BoundedCache } from "../values/bounded-cache.js";
import { isLonger } from "../values/text.js";
import { FairQueue } from "../guard/fair-queue.js";

/** The cost of PASSWORD_HASH_COST: log2 of scrypt's N. With 15, one check takes about 60 ms. */
const costOf = (log2: number) => ({ N: 2 ** log2, r: 8, p: 1 });
const [safeCost, cheapCost] = [15, 10];
const keyBytes = 32;

/** Hashing uses at most half of libuv's pool of 4 threads, which also runs fsync. */
const maxConcurrent = 2;

/** With so many checks in the queue, the last one waits about 3 s. Further checks are refused. */
const maxWaiting = 100;

/** How long a correct secret is cached, as a keyed hash. */
const cacheMs = 10 * 60_000;

/** Maximum number of cached secrets. */
const maxCached = 1000;

interface HashSettings {
  readonly passwordHashCost: number | undefined;
  readonly storage: { readonly kind: string };
  readonly production: boolean;
}

export class Secrets {
  private readonly checks = new FairQueue(maxConcurrent, maxWaiting);
  /** The key of the cached hashes; random for each process. */
  private readonly processSecret = randomBytes(32);
  /** Keyed hashes of correct secrets, with their expiry by `performance.now()`. */
  private readonly verified = new BoundedCache<string, number>(maxCached);
  /** Compared if there is no stored hash. */
  private dummyHash: Promise<string> | undefined;

  /** @param cost the parameters of scrypt for new hashes */
  constructor(
    private readonly cost: { readonly N: number; readonly r: number; readonly p: number } = costOf(safeCost),
  ) {}

  /**
   * By the settings. Slow hashes protect stolen data, so they are cheap by default where nothing leaves memory. Each hash contains
   * its cost: one made with another cost can still be verified.
   */
  static by({ passwordHashCost, storage, production }: HashSettings): Secrets {
    const isForTests = storage.kind === "memory" && !production;
    return new Secrets(costOf(passwordHashCost ?? (isForTests ? cheapCost : safeCost)));
  }

  /** Returns the text to store: algorithm, parameters, salt and hash, separated by `$`. */
  async hash(secret: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.derive(secret, salt, this.cost);
    const { N, r, p } = this.cost;
    return ["scrypt", N, r, p, salt.toString("base64"), key.toString("base64")].join("$");
  }

  /**
   * Checks a secret in constant time. Without a stored hash, it takes equally long and returns false, so that the time does not
   * reveal which users exist. Rejects with `QueueFull` if too many checks wait.
   * @param lane the client: the queue alternates between clients
   */
  async verify(secret: string, stored: string | undefined, lane?: string): Promise<boolean> {
    if (isLonger(secret, maxSecretLength)) return false;
    const hash = stored ?? (await (this.dummyHash ??= this.hash("")));
    const [, N, r, p, salt = "", key = ""] = hash.split("$");
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await this.derive(secret, Buffer.from(salt, "base64"), cost, lane);
    const expected = Buffer.from(key, "base64");
    const isEqual = derived.length === expected.length && timingSafeEqual(derived, expected);
    return isEqual && stored !== undefined;
  }

  /**
   * Checks a secret like `verify` and caches a success for 10 minutes of real time. This saves the hashing for HTTP Basic and
   * for tests that log in often. The cache key includes the stored hash, so a changed secret is always checked.
   */
  async verifyCached(secret: string, stored: string | undefined, lane?: string): Promise<boolean> {
    if (stored === undefined || isLonger(secret, maxSecretLength)) return this.verify(secret, stored, lane);
    const key = createHmac("sha256", this.processSecret).update(`${stored}\0${secret}`).digest("base64");
    const expiry = this.verified.get(key);
    if (expiry !== undefined && expiry > performance.now()) return true;
    this.verified.delete(key);
    const isCorrect = await this.verify(secret, stored, lane);
    if (isCorrect) this.verified.set(key, performance.now() + cacheMs);
    return isCorrect;
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
