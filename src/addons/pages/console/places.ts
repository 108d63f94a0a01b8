/** The addresses of the consoles of the main shop and of its sandboxes. */
import { serviceUrl } from "../browser/place.js";

const mainUrl = serviceUrl.replace(/\/sandbox\/[^/]+$/, "");

export const isInSandbox = mainUrl !== serviceUrl;

/** The sandbox of this console. */
export const sandboxName = isInSandbox
  ? decodeURIComponent(serviceUrl.slice(mainUrl.length + "/sandbox/".length))
  : undefined;

export function mainConsole(): string {
  return `${mainUrl}/console`;
}

export function sandboxUrl(name: string): string {
  return `${mainUrl}/sandbox/${encodeURIComponent(name)}`;
}

export function sandboxConsole(name: string): string {
  return `${sandboxUrl(name)}/console`;
}

export { mainUrl };
