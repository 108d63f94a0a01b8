/** Requests that are sent before the earlier ones have been answered (src/engine/guard/connections.ts). */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop();

/** The answer to these bytes until `isEnough`, or until the connection is closed. */
async function exchange(bytes: string, isEnough: (text: string) => boolean) {
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  let text = "";
  let isClosed = false;
  socket.on("error", () => {}).once("close", () => (isClosed = true));
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.write(bytes);
  while (!isClosed && !isEnough(text)) await setTimeout(5);
  socket.destroy();
  return { text, isClosed };
}

function rpc(id: number, method: string, params: unknown[] = []): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return `POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const answersIn = (text: string) => text.split("HTTP/1.1 ").length - 1;

test("they are executed one after the other, and answered in their order", async () => {
  const session = await shop.login("admin", "admin123");
  const calls = [];
  for (let nth = 0; nth < 20; nth += 1) {
    calls.push(
      rpc(nth, "call", [
        session,
        "catalog_category.create",
        [
          1,
          {
            name: `C${nth}`,
            is_active: 1,
            available_sort_by: ["position"],
            default_sort_by: "position",
            include_in_menu: 1,
          },
        ],
      ]),
    );
  }
  const { text } = await exchange(calls.join(""), (sofar) => answersIn(sofar) === 20 && sofar.endsWith("}"));
  const answers = [...text.matchAll(/"result":(\d+),"id":(\d+)/g)].map(([, result, id]) => [
    Number(id),
    Number(result),
  ]);
  expect(answers.map(([id]) => id)).toEqual(calls.map((_, nth) => nth));
  const ids = answers.map(([, result]) => result as number);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

test("400 are answered", async () => {
  const calls = Array.from({ length: 400 }, (_, id) => rpc(id, "startSession")).join("");
  const { text } = await exchange(calls, (sofar) => answersIn(sofar) === 400 && sofar.endsWith("}"));
  expect(answersIn(text)).toBe(400);
});

test("more than 500 pipelined requests close the connection, and others continue", async () => {
  const { isClosed } = await exchange(
    "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2000),
    () => false,
  );
  expect(isClosed).toBe(true);
  expect((await fetch(`${shop.url}/health/live`)).status).toBe(200);
});

describe("many pipelined requests", () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  test.each(["/metrics", "/control/clock", "/", "/nothing"])("for %s delay nobody else", async (path) => {
    const [many, other] = [0, 1].map(() => connect(Number(new URL(shop.url).port), "127.0.0.1"));
    await Promise.all([once(many as Socket, "connect"), once(other as Socket, "connect")]);
    let text = "";
    const first = new Promise<void>((resolve) => {
      many?.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
        resolve();
      });
    });
    many?.write(get(path).repeat(300));
    await first;
    other?.write(get("/health/live"));
    await once(other as Socket, "data");
    expect(answersIn(text)).toBeLessThan(200);
    await vi.waitFor(() => expect(answersIn(text)).toBe(300), { timeout: 100_000 });
    many?.destroy();
    other?.destroy();
  });
});
