/** What programs import from the package: a server in their own process (interface.md 8). */
import type * as embedded from "./embedded/start-server.js";
import { importOutside } from "./embedded/outside.js";

const address = new URL("./embedded/start-server.js", import.meta.url).href;

export const { startServer } = await importOutside<typeof embedded>(address);
export type { Dataset, DatasetContent, FillShop, StartOptions } from "./embedded/options.js";
export type { StoreServer } from "./embedded/store-server.js";
