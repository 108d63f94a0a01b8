/** The service, by the clients that users get. */
import { createClient } from "../../../generated/clients/typescript/client.js";
import { serviceUrl } from "./place.js";

export interface OpenSession {
  readonly username: string;
  readonly session: string;
}

const sessionKey = `store-api-session ${serviceUrl}`;

/** The session that was opened in this tab, for as long as the tab is open. */
export function openSession(): OpenSession | undefined {
  const text = sessionStorage.getItem(sessionKey);
  return text === null ? undefined : (JSON.parse(text) as OpenSession);
}

/** Rejects as the client does: `StoreApiError` when the login is refused, `StoreClientError` without an answer. */
export async function logIn(username: string, apiKey: string): Promise<OpenSession> {
  const opened = { username, session: await createClient({ url: serviceUrl, username, apiKey }).login() };
  sessionStorage.setItem(sessionKey, JSON.stringify(opened));
  return opened;
}

export function forgetSession(): void {
  sessionStorage.removeItem(sessionKey);
}
