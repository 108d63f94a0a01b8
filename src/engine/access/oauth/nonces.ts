/**
 * The nonces of signed requests, so that none is accepted twice. They are remembered in the storage, by the real clock, for
 * as long as their timestamps are accepted. When there is no room left, requests are refused: a forgotten nonce could be
 * used again.
 */
import { hash, randomUUID } from "node:crypto";
import { Unavailable } from "../../contract/faults.js";
import { ExpiringRows } from "../../storage/expiring-rows.js";
import { UniqueError, type Storage } from "../../storage/storage.js";
import { oauthProblem } from "./problem.js";

/** How far a timestamp may lie from the real time. */
export const acceptedMs = 10 * 60_000;

const maxNonces = 100_000;

/** The minimum time between two sweeps. */
const sweepEveryMs = 60_000;
const fullSweepEveryMs = 1000;

const retryAfterSeconds = 60;
const full = "The limit of remembered nonces is reached; try again later.";

interface UsedNonce {
  readonly consumer: string;
  readonly token: string;
  readonly timestamp: number;
  readonly nonce: string;
}

export class Nonces {
  private readonly rows: ExpiringRows<"oauth_nonces">;

  constructor(
    private readonly storage: Storage,
    now: () => number = Date.now,
    most = maxNonces,
  ) {
    this.rows = new ExpiringRows(storage, {
      collection: "oauth_nonces",
      most: [most],
      weigh: ({ consumer }) => ({ owner: consumer, weights: [1] }),
      isOld: () => ({ path: "expires_ms", op: "lt", value: now() }),
    });
  }

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
    this.rows.note(doc);
  }

  private async makeRoom(consumer: string): Promise<void> {
    const { rows } = this;
    const every = rows.isFullFor(consumer) ? fullSweepEveryMs : sweepEveryMs;
    if (performance.now() - rows.countedAt >= every) await rows.sweep();
    if (rows.isFullFor(consumer)) throw new Unavailable(full, { retryAfterSeconds });
  }
}
