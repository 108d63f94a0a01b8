/** Creates the server with the shop, for the program, the package and the tests. */
import { createServer, type ServerParts, type ApplicationServer } from "./server/server.js";
import { shopControl } from "./shop/test-control.js";
import { ShopApplication, type ShopParts } from "./shop/shop.js";

export type { ApplicationServer } from "./server/server.js";

export type StoreServerParts = Omit<ServerParts, "application" | "settings"> & ShopParts;

export function createStoreServer(parts: StoreServerParts): ApplicationServer {
  const application = new ShopApplication(parts);
  return createServer({ ...parts, application, shopControl: shopControl(parts.settings) });
}
