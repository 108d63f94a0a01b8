/** The names by which a setting can be given, and which names belong to this server. */
import { nearest } from "./spelling.js";

/** Programs hand their own environment to those they start, so only names with this prefix are settings. */
const prefix = "STORE_API_";

/** Set by hosting platforms without our prefix: used when usable, and otherwise passed over. */
export const bareVariables = { host: "HOST", port: "PORT" } as const;

/** Read by the command line, the clients and their test kits, not by the server. */
const clientVariables = ["CHANGES", "COMMAND", "KEY", "TOKEN", "URL", "USER"].map((name) => prefix + name);

/** `maxRpcBodyBytes` → `STORE_API_MAX_RPC_BODY_BYTES` */
export function variableOf(name: string): string {
  return prefix + name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Is a variable meant for this server? */
export function isOurs(variable: string): boolean {
  const name = variable.toUpperCase();
  if (name.startsWith(prefix)) return !clientVariables.includes(variable);
  return ["HOST", "PORT", "NODE_ENV"].includes(variable);
}

/** `maxRpcBodyBytes` → `max-rpc-body-bytes` */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The message about an unknown name. @param word the name as the known ones are written */
export function notASetting(name: string, word: string, known: readonly string[]): string {
  const meant = nearest(word, known, 2);
  return `${name} is not a setting; ${meant === undefined ? "--help lists all settings" : `did you mean ${meant}?`}`;
}
