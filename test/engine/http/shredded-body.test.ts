/** Bodies in tiny chunks (src/engine/guard/intake.ts). */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop();

/**
 * Everything that the server sends until it closes the connection. The body has chunks of this number of
 * characters.
 */
function answerTo(path: string, body: string, size: number): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  const sent = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${sent}0\r\n\r\n`);
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (piece: Buffer) => (text += piece.toString()));
    socket.once("close", () => resolve(text));
  });
}

const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "globalFaults" });
const padded = (length: number) => call.padEnd(length, " ");

test.each([
  { title: "2,000 characters one by one", length: 2_000, size: 1 },
  { title: "900,000 characters in chunks of 32", length: 900_000, size: 32 },
])("$title are a request like others", async ({ length, size }) => {
  expect(await answerTo("/api/jsonrpc", padded(length), size)).toMatch(/^HTTP\/1.1 200 /);
});

test.each(["/api/jsonrpc", "/api/rest/customers", "/control/orders", "/nothing"])(
  "%s: 100,000 characters one by one close the connection, and nothing else",
  async (path) => {
    expect(await answerTo(path, padded(100_000), 1)).not.toMatch(/^HTTP\/1.1 200 /);
    expect((await fetch(`${shop.url}/health/live`)).status).toBe(200);
  },
);
