/** REQUEST_TIMEOUT_SECONDS: the server answers before a call that takes longer ends (conventions 11.1). */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample", settings: { requestTimeoutSeconds: 1 } });

test("a forced delay counts", async () => {
  const body = { operation: "catalog_category.level", delay_ms: 20_000 };
  await shop.http("POST", "/control/faults", { body });
  const started = performance.now();
  await expect(shop.call("catalog_category.level")).rejects.toMatchObject({ fault: "internal" });
  expect(performance.now() - started).toBeLessThan(10_000);
  await shop.http("DELETE", "/control/faults");
  await expect(shop.call("catalog_category.level")).resolves.toBeInstanceOf(Array);
});

test("a REST call whose body arrives after its time has no effect", async () => {
  const stock = () => shop.call("cataloginventory_stock_item.list", [[1]]);
  const before = await stock();
  const body = JSON.stringify({ qty: 3 });
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  const head = [
    "PUT /api/rest/stockitems/1 HTTP/1.1",
    `Host: ${hostname}:${port}`,
    `Authorization: ${basic().Authorization}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 3)}`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  // Or 408, if Node.js has noticed first that the body is late.
  expect(answer.toString()).toMatch(/^HTTP\/1.1 (500|408) /);
  socket.write(body.slice(3));
  await setTimeout(500);
  socket.destroy();
  expect(await stock()).toEqual(before);
});
