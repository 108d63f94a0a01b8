/** Slows down password guessing: counts failed logins per name and address, and per address (conventions 11.2). */
import { hash } from "node:crypto";
import { Unavailable, wrongCredentials } from "../contract/faults.js";
import { QueueFull } from "./fair-queue.js";
import type { Quota, RateLimiter } from "./rate-limiter.js";

interface LoginLimits {
  readonly perUserAndAddress: number;
  readonly perAddress: number;
}

export class LoginThrottle {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly limits: LoginLimits,
  ) {}

  /**
   * One attempt to log in: what `check` finds, undefined for wrong credentials. Throws `access_denied`, without a check
   * and with `retry_after` after too many failures; `Unavailable` while too many others are checked, which says nothing
   * about the credentials.
   */
  async attempt<Found>(
    username: string,
    address: string,
    check: () => Promise<Found | undefined>,
  ): Promise<Found> {
    const key = keyOf(`${username.toLowerCase()}\0${address}`);
    const ofName = { key, limit: this.limits.perUserAndAddress, isClearedBySuccess: true };
    const found = await this.limiter.attempt([ofName, this.ofAddress(address)], check).catch(busy);
    if (found === undefined) throw loginRefusal();
    return found;
  }

  /** Counts an attempt with impossible credentials as a failure of the address, without a check. */
  async refuse(address: string): Promise<never> {
    await this.limiter.attempt([this.ofAddress(address)], () => Promise.resolve(undefined));
    throw loginRefusal();
  }

  clear(): Promise<void> {
    return this.limiter.clear();
  }

  private ofAddress(address: string): Quota {
    return { key: keyOf(`\0${address}`), limit: this.limits.perAddress };
  }
}

export function loginRefusal(retry_after?: number): Error {
  return wrongCredentials(retry_after === undefined ? undefined : { data: { retry_after } });
}

function busy(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error;
  throw new Unavailable("Too many logins are being checked; try again in a moment.", {});
}

/** The hash of a text, so that no name is stored, and every key has the same length. */
function keyOf(text: string): string {
  return hash("sha256", text, "base64");
}
