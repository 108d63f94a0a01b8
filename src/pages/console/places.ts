/** Where the consoles of the main shop and of its sandboxes are. */
import { serviceUrl } from "../browser/place.js";

const mainUrl = serviceUrl.replace(/\/sandbox\/[^/]+$/, "");

export const isInSandbox = mainUrl !== serviceUrl;

/** The sandbox that this console is in. */
export const sandboxName = isInSandbox
  ? decodeURIComponent(serviceUrl.slice(mainUrl.length + "/sandbox/".length))
  : undefined;

export function mainConsole(): string {
  return `${mainUrl}/console`;
}

export function sandboxConsole(name: string): string {
  return `${mainUrl}/sandbox/${encodeURIComponent(name)}/console`;
}

export { mainUrl };
