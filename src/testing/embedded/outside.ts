/**
 * Loads the server with Node's own module loader. Runners such as jest run tests in a vm context whose loader cannot
 * load the modules of the server; the server then runs in the main context of the process.
 */
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";
import { packageRoot } from "../../engine/config/package.js";
import type * as embedded from "./start-server.js";

type Load = (address: string) => Promise<unknown>;

/** This module runs from the sources or from a subfolder of dist/. */
const built = join(packageRoot, "dist");
const home = fileURLToPath(import.meta.url).startsWith(built + sep) ? built : packageRoot;
const serverModule = pathToFileURL(join(home, "src", "testing", "embedded", "start-server.js")).href;

/** Whether this code runs in a vm context other than Node's main context. */
const isInsideRunner = new Script("globalThis").runInThisContext() !== globalThis;

/** Imports start-server.ts. */
export async function importServer(): Promise<typeof embedded> {
  if (!isInsideRunner) return (await import(serverModule)) as typeof embedded;
  const load = new Script("(address) => import(address)", {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as Load;
  return (await load(serverModule)) as typeof embedded;
}
