/** The text that a start prints: all addresses, and two commands to try. */
import { resolve } from "node:path";
import type { ShopSettings } from "../shop/settings.js";
import { packageVersion } from "../engine/config/package.js";
import { shellQuote } from "../engine/values/shell.js";

interface Welcome {
  readonly settings: ShopSettings;
  /** Where the database is; undefined for a folder and for memory. */
  readonly database: string | undefined;
  /** The address on which the server listens. */
  readonly address: string;
  readonly dataset: "loaded" | "kept";
  /** Whether it is known that the first API user has the key of the settings. */
  readonly knowsUser: boolean;
  /** Whether the key is the public default key, which may be shown. */
  readonly isSampleKey: boolean;
}

export function welcomeText(welcome: Welcome): string {
  const { settings, address } = welcome;
  const rows = [
    ["Start page", `${address}/`],
    ...((settings.docs ?? settings.control) ? [["Docs", `${address}/docs`]] : []),
    ...(settings.control ? [["Console", `${address}/console`]] : []),
    ["JSON-RPC", `${address}/api/jsonrpc`],
    ["Contracts", `${address}/openrpc.json  ${address}/openapi.yaml`],
    ["Health", `${address}/health/ready`],
    ["Metrics", `${address}/metrics`],
    ["Test control", settings.control ? `${address}/control/…  (disable it with --control off)` : "off"],
    ["Data", dataText(welcome)],
    ["API user", userText(welcome)],
  ];
  const table = rows.map(([name = "", text = ""]) => `  ${name.padEnd(13)} ${text}`).join("\n");
  const [login, list] = curls(welcome);
  return `Store Management API ${packageVersion()} is ready on ${address}

${table}

Log in; the result is your session:

  ${login}

List the products, with the API user's name and key instead of a session:

  ${list}

Stop with Ctrl+C.
`;
}

/** The same for programs that read lines. */
export function welcomeLine(welcome: Welcome): string {
  return `Store Management API ${packageVersion()} is ready on ${welcome.address} with ${dataText(welcome)}. Stop with SIGTERM.`;
}

function dataText({ settings: { storage, dataset }, database, dataset: outcome }: Welcome): string {
  const content = outcome === "loaded" ? `loaded with the dataset ${dataset}` : "with what it held before";
  if (database !== undefined) return `${database}, ${content}`;
  if (storage.kind === "file") return `${resolve(storage.folder)}, ${content}`;
  return `in memory only, ${content}; lost when the server stops`;
}

function userText({ settings, knowsUser, isSampleKey }: Welcome): string {
  if (!knowsUser)
    return "as in the data; STORE_API_API_USER and STORE_API_API_KEY only apply to an empty storage";
  return `${settings.apiUser}, key ${isSampleKey ? settings.apiKey : "as set by STORE_API_API_KEY"}`;
}

/** Commands to paste into a shell; a secret key is replaced by a placeholder. */
function curls({ settings, address, knowsUser, isSampleKey }: Welcome): [string, string] {
  const user = knowsUser ? settings.apiUser : "<API user>";
  const key = isSampleKey && knowsUser ? settings.apiKey : "<API key>";
  const post = `curl -s ${address}/api/jsonrpc -H 'Content-Type: application/json'`;
  const login = { jsonrpc: "2.0", id: 1, method: "login", params: [user, key] };
  const list = { jsonrpc: "2.0", id: 2, method: "call", params: [null, "catalog_product.list"] };
  return [
    `${post} -d ${shellText(JSON.stringify(login))}`,
    `${post} -u ${shellText(`${user}:${key}`)} -d ${shellText(JSON.stringify(list))}`,
  ];
}

function shellText(text: string): string {
  return /^[\w:.@-]+$/.test(text) ? text : shellQuote(text);
}
