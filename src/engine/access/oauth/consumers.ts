/** Consumers of OAuth 1.0a as datasets and the test control give them. */
import { newKey } from "./handshake.js";
import type { OAuthConsumerDoc } from "./oauth-rows.js";

/** A consumer in a dataset. Its keys are required, since random ones would differ after each reset. */
export interface ConsumerEntry {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  /** Shown on the page of `/oauth/authorize`. */
  readonly name?: string;
  /** The address that callers are sent back to; without it, only `oob` is allowed. */
  readonly callback?: string;
}

export function consumerOf(wanted: Partial<ConsumerEntry>): OAuthConsumerDoc {
  const { consumer_key = newKey(), consumer_secret = newKey(), name = null, callback = null } = wanted;
  return { id: consumer_key, secret: consumer_secret, name, callback };
}

export const callbackForm = "must be an http or https address without a fragment";

export function isCallback(text: string): boolean {
  return /^https?:\/\/[^\s#]+$/i.test(text) && URL.canParse(text);
}
