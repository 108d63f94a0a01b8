/**
 * The nonces of signed requests, so that none is accepted twice. They are remembered in the storage, by the real clock, for
 * as long as their timestamps are accepted. When there is no room left, requests are refused: a forgotten nonce could be
 * used again.
 */
import { hash, randomUUID } from "node:crypto";
import { Unavailable } from "../../contract/faults.js";
import { UniqueError, type Storage } from "../../storage/storage.js";
import type { OAuthNonceDoc } from "./oauth-rows.js";
import { oauthProblem } from "./problem.js";

/** How far a timestamp may lie from the real time. */
export const acceptedMs = 10 * 60_000;

const maxNonces = 100_000;

/** The minimum time between two sweeps. */
const sweepEveryMs = 60_000;
const fullSweepEveryMs = 1000;

const sweptAtOnce = 500;
const retryAfterSeconds = 60;
const full = "The limit of remembered nonces is reached; try again later.";

interface UsedNonce {
  readonly consumer: string;
  readonly token: string;
  readonly timestamp: number;
  readonly nonce: string;
}

export class Nonces {
  /** The approximate number of nonces in the storage, in all and by consumer; undefined before the first count. */
  private count: number | undefined;
  private readonly counts = new Map<string, number>();
  private sweptAt = -Infinity;
  private sweeping: Promise<void> | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly now: () => number = Date.now,
    private readonly most = maxNonces,
  ) {}

  /** Remembers a nonce of a request whose signature is right. Throws `nonce_used`, or `Unavailable` if there is no room. */
  async use({ consumer, token, timestamp, nonce }: UsedNonce): Promise<void> {
    await this.makeRoom(consumer);
    const key = hash("sha256", JSON.stringify([consumer, token, timestamp, nonce]), "base64url");
    const expires_ms = timestamp * 1000 + acceptedMs;
    const doc = { id: randomUUID(), key, consumer, expires_ms };
    await this.storage
      .write(async (tx) => {
        if (await tx.by("oauth_nonces", "key", [key])) throw oauthProblem("nonce_used");
        await tx.put("oauth_nonces", doc);
      })
      .catch((error: unknown) => {
        const isCollision = error instanceof UniqueError && error.collection === "oauth_nonces";
        throw isCollision ? oauthProblem("nonce_used") : error;
      });
    this.note(doc);
  }

  private async makeRoom(consumer: string): Promise<void> {
    const every = this.isFullFor(consumer) ? fullSweepEveryMs : sweepEveryMs;
    if (this.count === undefined || performance.now() - this.sweptAt >= every) {
      this.sweeping ??= this.sweep().finally(() => (this.sweeping = undefined));
      await this.sweeping;
    }
    if (this.isFullFor(consumer)) throw new Unavailable(full, { retryAfterSeconds });
  }

  /** A consumer may not use more room than is left for all others. */
  private isFullFor(consumer: string): boolean {
    return (this.counts.get(consumer) ?? 0) >= this.most - (this.count ?? 0);
  }

  private async sweep(): Promise<void> {
    const where = [{ path: "expires_ms", op: "lt", value: this.now() }] as const;
    for (;;) {
      const old = await this.storage.read((tx) => tx.find("oauth_nonces", { where, limit: sweptAtOnce }));
      if (old.length === 0) break;
      await this.storage.write(async (tx) => {
        for (const { id } of old) await tx.del("oauth_nonces", id);
      });
    }
    await this.recount();
  }

  /** Other processes add nonces, too. */
  private async recount(): Promise<void> {
    const found = new Map<string, number>();
    for await (const docs of this.storage.scan("oauth_nonces"))
      for (const { consumer } of docs) found.set(consumer, (found.get(consumer) ?? 0) + 1);
    this.counts.clear();
    this.count = 0;
    for (const [consumer, count] of found) {
      this.counts.set(consumer, count);
      this.count += count;
    }
    this.sweptAt = performance.now();
  }

  private note({ consumer }: Pick<OAuthNonceDoc, "consumer">): void {
    this.count = (this.count ?? 0) + 1;
    this.counts.set(consumer, (this.counts.get(consumer) ?? 0) + 1);
  }
}
