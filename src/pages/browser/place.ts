/** What the server wrote into the document: where the service is, and what it offers. */

import { createControl, type ControlClient } from "../../../generated/clients/typescript/control.js";

const { dataset } = document.documentElement;

/** The service, or the sandbox in it, that this page speaks to; without a slash at the end. */
export const serviceUrl = new URL(dataset.service ?? dataset.root ?? ".", location.href).href.replace(
  /\/+$/,
  "",
);

/** Whether the test control is there. */
export const hasControl = dataset.control === "on";

/** Whether the test control asks for its token. */
export const needsToken = dataset.token === "needed";

const tokenKey = "store-api-control-token";

/** The control token, for as long as the tab is open. */
export function controlToken(): string | undefined {
  return sessionStorage.getItem(tokenKey) ?? undefined;
}

/** The test control of the shop that the page is about, by the client that users get. */
export function controlClient(): ControlClient {
  const token = controlToken();
  return createControl({ url: serviceUrl, ...(token === undefined ? {} : { token }) });
}

export function keepControlToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}
