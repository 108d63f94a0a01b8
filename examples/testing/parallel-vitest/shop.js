/** The sandbox of this worker: a fork of the shop that the other workers never see. */
import { createClient } from "store-management-api/client";
import { createControl } from "store-management-api/control";

const url = process.env.STORE_API_URL ?? "http://127.0.0.1:8080";
const name = `vitest-${process.env.VITEST_POOL_ID}`;

/** The control of the sandbox; the header X-Sandbox goes with every call. */
export const control = createControl({ url, sandbox: name });

/** The same by address, for clients that know no headers. */
export const shop = createClient({ url: `${url}/sandbox/${name}`, username: "admin", apiKey: "admin123" });

/** A worker that runs several files keeps its sandbox. */
export async function openSandbox() {
  const server = createControl({ url });
  const isThere = (await server.listSandboxes()).some((sandbox) => sandbox.name === name);
  if (!isThere) await server.createSandbox({ name, from: "sample" });
}
