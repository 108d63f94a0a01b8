/** What the server wrote into the document: where the service is, and what it offers. */
import { createControl, type ControlClient } from "../../../generated/clients/typescript/control.js";

const { dataset } = document.documentElement;

/** The root of the pages: of the service, of the sandbox in it, or of a folder of files. */
const root = new URL(dataset.root ?? ".", location.href);

/** The service, or the sandbox in it, that this page speaks to; without a slash at the end. */
export const serviceUrl = (dataset.service ?? root.href).replace(/\/+$/, "");

/** Whether the test control is there. */
export const hasControl = dataset.control === "on";

/** Whether the test control asks for its token. */
export const needsToken = dataset.token === "needed";

/** Where the index of the search is. */
export const searchAddress = new URL(dataset.search ?? "", location.href).href;

/** Where a contract is, as served or as the folder of files has it. */
export function contractAddress(name: string): string {
  return new URL(name, root).href;
}

/** @param address below /docs, with its anchor */
export function linkTo(address: string): string {
  const [slug = "", anchor] = address.split("#");
  const path =
    dataset.links === "files"
      ? `${slug === "" ? "index" : slug}.html`
      : `docs${slug === "" ? "" : `/${slug}`}`;
  return new URL(path, root).href + (anchor === undefined ? "" : `#${anchor}`);
}

const tokenKey = "store-api-control-token";

/** The control token, for as long as the tab is open. */
export function controlToken(): string | undefined {
  return sessionStorage.getItem(tokenKey) ?? undefined;
}

export function keepControlToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/** The test control of the shop that the page is about, by the client that users get. */
export function controlClient(url = serviceUrl, fetch?: Fetch): ControlClient {
  const token = controlToken();
  return createControl({ url, ...(token === undefined ? {} : { token }), ...(fetch && { fetch }) });
}

/** What clients send their requests by. */
export type Fetch = (address: string, request: RequestInit) => Promise<Response>;
