/** A `globalSetup` for vitest: one server for all test files, where each would start its own otherwise. */
import { sharedServer, stopServer } from "./shop.js";

export async function setup(): Promise<void> {
  // The workers inherit it; the kit then connects to this server.
  process.env.STORE_API_URL = (await sharedServer()).url;
}

export const teardown = stopServer;
