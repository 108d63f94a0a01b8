/** The sandbox of this worker: a fork of the shop, isolated from the other workers. */
import { createClient } from "store-management-api/client";
import { createControl } from "store-management-api/control";

const url = process.env.STORE_API_URL ?? "http://127.0.0.1:8080";
const name = `vitest-${process.env.VITEST_POOL_ID}`;

/** The test control of the sandbox. It sends the header X-Sandbox with every call. */
export const control = createControl({ url, sandbox: name });

/** The sandbox by its address, for clients that cannot send headers. */
export const shop = createClient({ url: `${url}/sandbox/${name}`, username: "admin", apiKey: "admin123" });

/** A worker that runs several files keeps its sandbox. */
export async function openSandbox() {
  const server = createControl({ url });
  const isThere = (await server.listSandboxes()).some((sandbox) => sandbox.name === name);
  if (!isThere) await server.createSandbox({ name, from: "sample" });
}
