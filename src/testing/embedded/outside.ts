/**
 * Loads a module by node's own loader. Runners such as jest run tests in a context with a loader of their own, which cannot
 * load what a server is made of; through this the server runs beside it, as it would in any other program.
 */
import { constants, Script } from "node:vm";

type Load = (address: string) => Promise<unknown>;

/** Is this not the context that node started with? */
const isInsideRunner = new Script("globalThis").runInThisContext() !== globalThis;

export async function importOutside<Module>(address: string): Promise<Module> {
  if (!isInsideRunner) return (await import(address)) as Module;
  const load = new Script("(address) => import(address)", {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as Load;
  return (await load(address)) as Module;
}
