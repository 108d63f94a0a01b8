/** Hashes and checks API keys and passwords with scrypt (conventions 7.1, 11.3). */
import { maxSecretLength } from "../values/api-key.js";
import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { BoundedCache } from "../values/bounded-cache.js";
import { isLonger } from "../values/text.js";
import { FairQueue } from "../guard/fair-queue.js";
import { collectionNamesOf } from "../storage/collections.js";
import type { Doc, Storage } from "../storage/storage.js";

/** The parameters of scrypt. Its time is proportional to their product. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** The cost of PASSWORD_HASH_COST: log2 of scrypt's N. With 15, one check takes about 60 ms. */
const costOf = (log2: number): Cost => ({ N: 2 ** log2, r: 8, p: 1 });
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

/** The log2 of scrypt's N. Slow hashes protect stolen data, so they are cheap by default where nothing leaves memory. */
function log2CostOf({ passwordHashCost, storage, production }: HashSettings): number {
  return passwordHashCost ?? (storage.kind === "memory" && !production ? cheapCost : safeCost);
}

export function hashesCheaply(settings: HashSettings): boolean {
  return log2CostOf(settings) === cheapCost;
}

export class Secrets {
  private readonly checks = new FairQueue(maxConcurrent, maxWaiting);
  /** The key of the cached hashes; random for each process. */
  private readonly processSecret = randomBytes(32);
  /** Keyed hashes of correct secrets, with their expiry by `performance.now()`. */
  private readonly verified = new BoundedCache<string, number>(maxCached);
  /** The highest cost of the known stored hashes. Every check takes as long as one of this cost. */
  private highest: Cost;
  /** How the hashes of each known cost begin. */
  private readonly beginnings = new Set<string>();

  /** @param cost the parameters of scrypt for new hashes */
  constructor(private readonly cost: Cost = costOf(safeCost)) {
    this.highest = cost;
    this.beginnings.add(beginningOf(cost));
  }

  /** By the settings. Each hash contains its cost: one made with another cost can still be verified. */
  static by(settings: HashSettings): Secrets {
    return new Secrets(costOf(log2CostOf(settings)));
  }

  /** Returns the text to store: algorithm, parameters, salt and hash, separated by `$`. @param salt by default a new one */
  async hash(secret: string, salt: Buffer = randomBytes(16)): Promise<string> {
    const { cost } = this;
    const key = await this.checks.run(undefined, () => this.derive(secret, salt, cost));
    return `${beginningOf(cost)}${salt.toString("base64")}$${key.toString("base64")}`;
  }

  /** The hash to store in place of one of another cost, with its salt; undefined if it has the cost of new hashes. */
  async renewed(secret: string, stored: string): Promise<string | undefined> {
    return stored.startsWith(beginningOf(this.cost)) ? undefined : this.hash(secret, read(stored).salt);
  }

  /** Learns the costs of all hashes in a storage, of which each query finds one of a cost that was not known. */
  async learnCosts(storage: Storage): Promise<void> {
    for (const name of collectionNamesOf(storage.collections)) {
      const path = storage.collections[name]?.secretHash;
      if (path === undefined) continue;
      const isOther = (beginning: string) => ({ path, op: "nlike", value: `${beginning}%` }) as const;
      let found: Doc | undefined;
      do {
        const where = [...this.beginnings].map(isOther);
        [found] = await storage.read((tx) => tx.find(name, { where, limit: 1 }));
      } while (found && this.note(String(found[path as keyof Doc])));
    }
  }

  /** Learns the cost of a stored hash. @returns whether it was not known */
  private note(stored: string): boolean {
    const { cost } = read(stored);
    const beginning = beginningOf(cost);
    if (this.beginnings.has(beginning)) return false;
    this.beginnings.add(beginning);
    if (workOf(cost) > workOf(this.highest)) this.highest = cost;
    return true;
  }

  /**
   * Checks a secret in constant time. Without a stored hash or with a cheaper one than others, it takes as long as with the
   * dearest of them, so that the time does not reveal which users exist. Rejects with `QueueFull` if too many checks wait.
   * @param lane the client: the queue alternates between clients
   */
  async verify(secret: string, stored: string | undefined, lane?: string): Promise<boolean> {
    if (isLonger(secret, maxSecretLength)) return false;
    if (stored !== undefined) this.note(stored);
    const { highest } = this;
    return this.checks.run(lane, async () => {
      if (stored === undefined) {
        await this.derive(secret, noSalt, highest);
        return false;
      }
      const { cost, salt, key } = read(stored);
      const derived = await this.derive(secret, salt, cost);
      for (const rest of restOf(cost, highest)) await this.derive(secret, salt, rest);
      return derived.length === key.length && timingSafeEqual(derived, key);
    });
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

  private derive(secret: string, salt: Buffer, cost: Cost): Promise<Buffer> {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    return new Promise((resolve, reject) => {
      scrypt(secret, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
    });
  }
}

const noSalt = Buffer.alloc(16);

function beginningOf({ N, r, p }: Cost): string {
  return `scrypt$${N}$${r}$${p}$`;
}

function workOf({ N, r, p }: Cost): number {
  return N * r * p;
}

/** What takes as long as one cost less another: 8 less 1 are 1 + 2 + 4. */
function* restOf(done: Cost, whole: Cost): Generator<Cost> {
  const { r, p } = whole;
  const exponent = Math.round(Math.log2(workOf(done) / (r * p)));
  for (let N = 2 ** Math.max(1, exponent); N < whole.N; N *= 2) yield { N, r, p };
}

function read(stored: string): { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer } {
  const [, N, r, p, salt = "", key = ""] = stored.split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, "base64"), key: Buffer.from(key, "base64") };
}
