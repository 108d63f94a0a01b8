/** Requests that arrive all at once on many connections (src/engine/guard/arrivals.ts). */
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Arrivals } from "../../../src/engine/guard/arrivals.js";
import { startShop } from "../../support/shop.js";

/** A connection as far as it is looked at. */
function connection(name: string, resumed: string[] = []) {
  let isPaused = false;
  return {
    isPaused: () => isPaused,
    pause: () => void (isPaused = true),
    resume: () => {
      isPaused = false;
      resumed.push(name);
    },
  };
}

const asSockets = (all: readonly ReturnType<typeof connection>[]) => all as unknown as Socket[];

function passMilliseconds(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** As many requests as are read in any case. */
function readMany(arrivals: Arrivals, from: Socket): void {
  for (let count = 0; count < 100; count += 1) arrivals.note(from);
}

test("a few requests pause nobody, however long they take on the clock", () => {
  const all = [connection("one"), connection("two")];
  const [one, two] = asSockets(all) as [Socket, Socket];
  const arrivals = new Arrivals(asSockets(all));
  arrivals.note(one);
  passMilliseconds(6);
  arrivals.note(two);
  expect(all.map((each) => each.isPaused())).toEqual([false, false]);
});

test("reading that goes on for long is continued in the next turn, by those first that have not been read", async () => {
  const resumed: string[] = [];
  const all = ["read", "current", "waiting"].map((name) => connection(name, resumed));
  const [read, current, waiting] = asSockets(all) as [Socket, Socket, Socket];
  const arrivals = new Arrivals(asSockets(all));
  readMany(arrivals, read);
  passMilliseconds(6);
  arrivals.note(current);
  expect(all.map((one) => one.isPaused())).toEqual([true, false, true]);
  await setImmediate();
  expect(all.map((one) => one.isPaused())).toEqual([false, false, false]);
  expect(resumed).toEqual(["waiting", "read"]);
  arrivals.note(waiting);
  expect(waiting.isPaused()).toBe(false);
});

test("who asks for little now and then is not paused, as long as there are few of them", async () => {
  const modest = Array.from({ length: 70 }, (_, nth) => connection(`modest ${nth}`));
  const all = [connection("one"), ...modest];
  const [one, ...others] = asSockets(all) as [Socket, ...Socket[]];
  const arrivals = new Arrivals(asSockets(all));
  for (const other of others) arrivals.note(other);
  for (let turn = 0; turn < 2; turn += 1) {
    await setImmediate();
    arrivals.note(one);
  }
  readMany(arrivals, one);
  passMilliseconds(6);
  arrivals.note(one);
  expect(modest.filter((each) => each.isPaused())).toHaveLength(70 - 64);
});

test("a connection that others have paused stays so", async () => {
  const all = [connection("one"), connection("two"), connection("three")];
  const [one, two, three] = asSockets(all) as [Socket, Socket, Socket];
  three.pause();
  const arrivals = new Arrivals(asSockets(all));
  readMany(arrivals, one);
  passMilliseconds(6);
  arrivals.note(two);
  await setImmediate();
  expect(all.map((each) => each.isPaused())).toEqual([false, false, true]);
});

test("everybody is answered in the end, however many requests come in one write", async () => {
  const shop = await startShop();
  onTestFinished(() => shop.close());
  const { port } = new URL(shop.url);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "startSession" });
  const request = `POST /api/jsonrpc HTTP/1.1\r\nHost: shop\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const answersOf = (requests: number) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(request.repeat(requests)));
      let text = "";
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
        const answers = text.split("HTTP/1.1 ").length - 1;
        if (answers < requests || !text.endsWith("}")) return;
        socket.destroy();
        resolve(answers);
      });
      socket.on("error", reject);
    });
  const counts = await Promise.all(Array.from({ length: 200 }, () => answersOf(20)));
  expect(counts).toEqual(counts.map(() => 20));
});
