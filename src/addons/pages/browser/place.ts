/** What the server wrote into the `data-…` attributes of the document: the address of the service, and its features. */
import { createControl, type ControlClient } from "../../../../generated/clients/typescript/control.js";

const { dataset } = document.documentElement;

/** The root of the pages: the service, a sandbox of it, or a folder of exported files. */
const root = new URL(dataset.root ?? ".", location.href);

/** The service, or a sandbox of it, that this page calls; without a slash at the end. */
export const serviceUrl = (dataset.service ?? root.href).replace(/\/+$/, "");

/** Whether the test control is on. */
export const hasControl = dataset.control === "on";

/** Whether the test control requires a token. */
export const needsToken = dataset.token === "needed";

/** The address of the search index. */
export const searchAddress = new URL(dataset.search ?? "", location.href).href;

/** The address of a contract. */
export function contractAddress(name: string): string {
  return new URL(name, root).href;
}

/** The address of a page of the documentation. @param address relative to /docs, with an optional anchor */
export function docsLink(address: string): string {
  const [slug = "", anchor] = address.split("#");
  const path =
    dataset.links === "files"
      ? `${slug === "" ? "index" : slug}.html`
      : `docs${slug === "" ? "" : `/${slug}`}`;
  return new URL(path, root).href + (anchor === undefined ? "" : `#${anchor}`);
}

const tokenKey = "store-api-control-token";

/** The control token, which is kept until the tab is closed. */
export function controlToken(): string | undefined {
  return sessionStorage.getItem(tokenKey) ?? undefined;
}

export function keepControlToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/** A client for the test control of this shop: the generated client that users get. */
export function controlClient(url = serviceUrl, fetch?: Fetch): ControlClient {
  const token = controlToken();
  return createControl({ url, ...(token === undefined ? {} : { token }), ...(fetch && { fetch }) });
}

/** The function by which clients send requests. */
export type Fetch = (address: string, request: RequestInit) => Promise<Response>;
