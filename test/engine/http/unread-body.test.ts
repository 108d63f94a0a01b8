/** Requests that are answered before their bodies have arrived (src/engine/http/message-classes.ts). */
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const MiB = 1024 * 1024;
const shop = await startShop();

/** The status for a client that sends its whole body before it reads anything, as most clients do. */
async function statusFor(method: string, path: string, headers: Record<string, string>, bytes: number) {
  const socket = connect({ port: Number(new URL(shop.url).port), host: "127.0.0.1" });
  socket.pause();
  const all = { Host: "localhost", ...headers, "Content-Length": bytes };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(Buffer.alloc(bytes, " "), () => resolve());
  });
  const answered = once(socket, "data") as Promise<[Buffer]>;
  socket.resume();
  const [answer] = await answered;
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer.toString())?.[1]);
}

const json = { "Content-Type": "application/json" };
const basic = { Authorization: `Basic ${Buffer.from("admin:admin123").toString("base64")}` };

test.each([
  { method: "POST", path: "/api/jsonrpc", headers: json, status: 413 },
  { method: "POST", path: "/api/jsonrpc", headers: { "Content-Type": "image/png" }, status: 415 },
  { method: "PUT", path: "/api/jsonrpc", headers: json, status: 405 },
  { method: "POST", path: "/api/rpc/catalog_product.info", headers: json, status: 413 },
  { method: "POST", path: "/api/rest/customers", headers: { ...json, ...basic }, status: 413 },
  { method: "POST", path: "/api/xmlrpc", headers: { "Content-Type": "text/xml" }, status: 413 },
  { method: "POST", path: "/control/orders", headers: json, status: 413 },
  { method: "POST", path: "/nothing", headers: json, status: 404 },
  { method: "GET", path: "/health/live", headers: {}, status: 200 },
])("$method $path: the sender of 20 MiB sees $status", async ({ method, path, headers, status }) => {
  for (let times = 0; times < 3; times += 1) {
    expect(await statusFor(method, path, headers, 20 * MiB)).toBe(status);
  }
});

test("the answer is sent before the body", async () => {
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.write(
    `POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${20 * MiB}\r\n\r\n`,
  );
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
  socket.destroy();
});

test("a body that continues for more than 64 MiB after its answer: the connection is closed", async () => {
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write("POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\n");
  const answered = once(socket, "data") as Promise<[Buffer]>;
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const piece = Buffer.alloc(MiB);
  let sent = 0;
  const pump = () => {
    while (!socket.destroyed && (sent += 1) < 200 && socket.write(piece));
  };
  socket.on("drain", pump);
  pump();
  expect((await answered)[0].toString()).toMatch(/^HTTP\/1.1 404 /);
  await closed;
  expect(sent).toBeGreaterThan(60);
});
