/** What programs import from the package: a server in their own process (interface 8). */
import type * as embedded from "./testing/embedded/start-server.js";
import { importOutside } from "./testing/embedded/outside.js";

const address = new URL("./testing/embedded/start-server.js", import.meta.url).href;

export const { startServer } = await importOutside<typeof embedded>(address);
export type { Dataset, DatasetContent, FillShop, StartOptions } from "./testing/embedded/options.js";
export type { StoreServer } from "./testing/embedded/store-server.js";
