/** The session of the page, opened by the generated client that users get. */
import { createClient } from "../../../../generated/clients/typescript/client.js";
import { serviceUrl } from "./place.js";

export interface OpenSession {
  readonly username: string;
  readonly session: string;
}

const sessionKey = `store-api-session ${serviceUrl}`;

/** The session of this tab, which is kept until the tab is closed. */
export function openSession(): OpenSession | undefined {
  const text = sessionStorage.getItem(sessionKey);
  return text === null ? undefined : (JSON.parse(text) as OpenSession);
}

/** Rejects with a `StoreApiError` if the login is refused, with a `StoreClientError` if there is no answer. */
export async function logIn(username: string, apiKey: string): Promise<OpenSession> {
  const opened = { username, session: await createClient({ url: serviceUrl, username, apiKey }).login() };
  sessionStorage.setItem(sessionKey, JSON.stringify(opened));
  return opened;
}

export function forgetSession(): void {
  sessionStorage.removeItem(sessionKey);
}
