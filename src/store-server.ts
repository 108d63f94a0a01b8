/** Creates the server with the shop, for the program, the package and the tests. */
import { addons, type Addons } from "./addons.js";
import type { PageParts } from "./server/page-parts.js";
import { createServer, type ServerParts, type ApplicationServer } from "./server/server.js";
import { shopControl } from "./shop/test-control.js";
import { ShopApplication, type ShopParts } from "./shop/shop.js";

export type { ApplicationServer } from "./server/server.js";

export type StoreServerParts = Omit<ServerParts, "application" | "settings"> & ShopParts;

export function createStoreServer(
  parts: StoreServerParts,
  given: Pick<Addons, "pages"> = addons,
): ApplicationServer {
  const application = new ShopApplication(parts);
  const pages = given.pages.map((load) => async (own: PageParts) => (await load()).pageRoutes(own));
  return createServer({ ...parts, application, pages, shopControl: shopControl(parts.settings) });
}
