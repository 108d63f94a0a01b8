/**
 * What `require("store-management-api")` answers. The service is made of ES modules, which start to load with this module
 * and are there when `startServer` needs them.
 */
import url = require("node:url");
import vm = require("node:vm");
import type * as index from "./index.js" with { "resolution-mode": "import" };

// As in embedded/outside.ts.
const isInsideRunner = new vm.Script("globalThis").runInThisContext() !== globalThis;

function load(address: string): Promise<typeof index> {
  if (!isInsideRunner) return import(address) as Promise<typeof index>;
  const outside = new vm.Script("(address) => import(address)", {
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as (address: string) => Promise<typeof index>;
  return outside(address);
}

const loading = load(url.pathToFileURL(`${__dirname}/index.js`).href);
// Who never starts a server shall not hear of it; who does gets the error.
loading.catch(() => {});

const storeManagementApi = {
  startServer: async (options?: index.StartOptions): Promise<index.StoreServer> =>
    (await loading).startServer(options),
  connect: async (...args: Parameters<typeof index.connect>): Promise<index.StoreServer> =>
    (await loading).connect(...args),
};
declare namespace storeManagementApi {
  type Dataset = index.Dataset;
  type DatasetContent = index.DatasetContent;
  type FillShop = index.FillShop;
  type StartOptions = index.StartOptions;
  type StoreServer = index.StoreServer;
}

export = storeManagementApi;
