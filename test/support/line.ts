/** A connection to a database that can be slow or interrupted. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { parsePostgresAddress } from "../../src/addons/postgres/address.js";

/** A proxy between the service and the database that can be slow or interrupted. It ends with the test. */
export async function lineTo(url: string) {
  const [target] = parsePostgresAddress(url).hosts;
  const state = { delay_ms: 0, isCut: false };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const other = connect(target?.port ?? 0, target?.host);
    for (const [from, to] of [
      [client, other],
      [other, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      let last = Promise.resolve();
      from.on("data", (bytes: Buffer) => {
        if (state.isCut) return;
        last = last.then(async () => {
          if (from === client && state.delay_ms > 0) await pause(state.delay_ms);
          if (!to.destroyed) to.write(bytes);
        });
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { state, url: url.replace(/@[^/]+/, `@127.0.0.1:${port}`) };
}
