/**
 * Loads a module by node's own loader. Runners such as jest run tests in a context with a loader of their own, which cannot
 * load what a server is made of; through this the server runs beside it, as it would in any other program.
 */
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";
import { packageRoot } from "../../engine/config/package.js";
import type * as embedded from "./start-server.js";

type Load = (address: string) => Promise<unknown>;

/** Where this module is: among the sources, or in a part of dist/. */
const built = join(packageRoot, "dist");
const home = fileURLToPath(import.meta.url).startsWith(built + sep) ? built : packageRoot;
const serverModule = pathToFileURL(join(home, "src", "testing", "embedded", "start-server.js")).href;

/** Is this not the context that node started with? */
const isInsideRunner = new Script("globalThis").runInThisContext() !== globalThis;

/** The module that starts servers. */
export async function importServer(): Promise<typeof embedded> {
  if (!isInsideRunner) return (await import(serverModule)) as typeof embedded;
  const load = new Script("(address) => import(address)", {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as Load;
  return (await load(serverModule)) as typeof embedded;
}
