/** Orders placed under load through several servers, each under a key, until it is known that it is there. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ask, type Node } from "../../support/postgres-cluster.js";

interface Placed {
  readonly increment_id: string;
}

export class OrderLoad {
  /** The order numbers that were acknowledged, by key. */
  readonly acknowledged = new Map<string, string>();
  /** When the last one was (performance.now). */
  lastAt = 0;
  /** How long the acknowledged calls took together. */
  took_ms = 0;
  /** How many calls were refused, or got no answer, of those sent since `countRefusals`. */
  refused = 0;
  private countedSince = Infinity;
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly urls: readonly string[],
    private readonly writers: number,
  ) {
    this.running = Promise.all(Array.from({ length: writers }, (_, at) => this.write(at)));
  }

  /** Resolves when so many more are acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count;
    while (this.acknowledged.size < wanted) await pause(20);
  }

  /** Resolves when so many more are acknowledged that were sent from now on: each writer may be about to hear of one. */
  async new(count: number): Promise<void> {
    await this.more(this.writers + count);
  }

  countRefusals(): void {
    this.countedSince = performance.now();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async write(writer: number): Promise<void> {
    for (let number = 0; !this.isOver; number += 1) {
      const key = `writer-${writer}-order-${number}`;
      // Sent again under its key until it is known to be there, by one server or the other.
      for (let attempt = 0; !this.isOver; attempt += 1) {
        const sent = performance.now();
        const response = await fetch(`${this.urls[(writer + attempt) % this.urls.length]}/control/orders`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "Idempotency-Key": key },
          body: JSON.stringify({ customer_id: 1, items: [{ sku: "endless", qty: 1 }] }),
        }).catch(() => undefined);
        if (response?.status === 201) {
          this.acknowledged.set(key, ((await response.json()) as Placed).increment_id);
          this.lastAt = performance.now();
          this.took_ms += this.lastAt - sent;
          break;
        }
        if (sent > this.countedSince) this.refused += 1;
        await response?.body?.cancel();
        await pause(100);
      }
    }
  }

  /** What of it the database has. */
  async found(node: Pick<Node, "port">) {
    const kept = await ask<{ key: string; answer: string }>(
      node,
      "select d ->> 'key' as key, d ->> 'answer' as answer from store_api.idempotency_keys",
      "shop",
    );
    const stored = new Map(kept.map(({ key, answer }) => [key, (JSON.parse(answer) as Placed).increment_id]));
    const orders = await ask<{ number: string }>(
      node,
      "select d ->> 'increment_id' as number from store_api.orders where d ->> 'created_at' > '2025'",
      "shop",
    );
    return {
      acknowledged: this.acknowledged.size,
      // A number that was lost is given again: so the call is looked for, and the answer that it had.
      lost: [...this.acknowledged].filter(([key, number]) => stored.get(nameOf(key)) !== number).length,
      orders: orders.length,
      keys: stored.size,
      numbers: new Set(orders.map(({ number }) => number)).size,
    };
  }
}

/** As the service remembers the keys of the test control. */
function nameOf(key: string): string {
  return createHash("sha256").update(`control\n${key}`).digest("base64url");
}
