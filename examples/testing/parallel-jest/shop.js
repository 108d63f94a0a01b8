/** The sandbox of this worker: a fork of the shop, isolated from the other workers. */
const { createClient } = require("store-management-api/client");
const { createControl } = require("store-management-api/control");

const url = process.env.STORE_API_URL ?? "http://127.0.0.1:8080";
const name = `jest-${process.env.JEST_WORKER_ID}`;

/** The test control of the sandbox. It sends the header X-Sandbox with every call. */
const control = createControl({ url, sandbox: name });

/** The sandbox by its address, for clients that cannot send headers. */
const shop = createClient({ url: `${url}/sandbox/${name}`, username: "admin", apiKey: "admin123" });

/** A worker that runs several files keeps its sandbox. */
async function openSandbox() {
  const server = createControl({ url });
  const isThere = (await server.listSandboxes()).some((sandbox) => sandbox.name === name);
  if (!isThere) await server.createSandbox({ name, from: "sample" });
}

module.exports = { control, shop, openSandbox };
