/** What programs import from the package: a server in their own process (docs/settings.md). */
import { importServer } from "./testing/embedded/outside.js";

export const { startServer } = await importServer();
export { connect } from "./testing/embedded/store-server.js";
export type * from "./testing/embedded/typed-calls.js";
export type { Dataset, FillShop, StartOptions } from "./testing/embedded/options.js";
export type { DatasetCall, DatasetContent } from "./testing/embedded/typed-dataset.js";
export type {
  ConnectOptions,
  SandboxOptions,
  StoreServer,
  Waiting,
} from "./testing/embedded/store-server.js";
