/** Attacks on memory and on the event loop: connections, bodies, clients that do not read, floods. */
import { gzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
import type { Attack, Size, Target } from "./attack.js";
import { json } from "./probe.js";
import { longPatience, rpcRequest } from "./sockets.js";

const MiB = 1024 * 1024;

const discovers = rpcRequest(
  Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method: "rpc.discover" })),
);
const discover = rpcRequest({ jsonrpc: "2.0", id: 1, method: "rpc.discover" });

/** Ten bytes less than the largest body. */
function nearlyAll(beginning: string): Buffer {
  const head = `POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${16 * MiB}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head + beginning), Buffer.alloc(16 * MiB - beginning.length - 10, "a")]);
}

async function drained(
  socketsWritten: readonly { writableLength: number; destroyed: boolean }[],
): Promise<void> {
  for (let wait = 0; wait < 100; wait += 1) {
    if (socketsWritten.every(({ writableLength, destroyed }) => destroyed || writableLength === 0)) return;
    await setTimeout(50);
  }
}

/** Requests of all kinds with bodies that do not end: refused requests, and requests that need no body. */
const heads = [
  "POST /api/jsonrpc HTTP/1.1\r\nContent-Type: application/json",
  "POST /api/jsonrpc HTTP/1.1\r\nContent-Type: image/png",
  "POST /api/rest/customers HTTP/1.1\r\nContent-Type: application/json",
  "POST /api/xmlrpc HTTP/1.1\r\nContent-Type: text/xml",
  "POST /control/reset HTTP/1.1\r\nContent-Type: application/json",
  "GET /health/live HTTP/1.1",
  "PUT /nothing HTTP/1.1",
];

const openings = (framing: string) => heads.map((head) => `${head}\r\nHost: localhost\r\n${framing}\r\n\r\n`);

/** @param openings the first bytes of each connection, in turn @param piece the bytes that it then repeats */
async function sendWithoutEnd(
  target: Target,
  size: Size,
  openings: readonly string[],
  piece: Buffer,
): Promise<string[]> {
  const until = performance.now() + (size === "long" ? 5000 : 500);
  const opened = await target.sockets.openMany(size === "long" ? 200 : 20);
  for (const [nth, socket] of opened.entries()) {
    const send = () => {
      while (performance.now() < until && !socket.destroyed && socket.write(piece));
    };
    socket.on("drain", () => setImmediate(send));
    socket.write(openings[nth % openings.length] as string);
    send();
  }
  await setTimeout(until - performance.now());
  return answers(target);
}

/** A call that must be answered during an attack. */
async function answers({ probe }: Target): Promise<string[]> {
  const types = await probe.call("catalog_product_type.items", []);
  return Array.isArray(types) ? [] : ["calls are not answered"];
}

export const memoryAttacks: readonly Attack[] = [
  {
    title: "unread answers: batches of rpc.discover",
    run: async (target, size) => {
      await target.sockets.openMany(size === "long" ? 150 : 40, discovers.repeat(3), false);
      await setTimeout(size === "long" ? 5000 : 500);
      return answers(target);
    },
  },
  {
    title: "unread answers: repeated rpc.discover",
    run: async (target, size) => {
      await target.sockets.openMany(size === "long" ? 150 : 40, discover.repeat(50), false);
      await setTimeout(size === "long" ? 5000 : 500);
      return answers(target);
    },
  },
  {
    title: "bodies 10 bytes short of 16 MiB, without credentials",
    growth: 300 * MiB,
    run: async (target, size) => {
      const bytes = nearlyAll('{"jsonrpc":"2.0","id":1,"method":"login","params":["');
      await drained(await target.sockets.openMany(size === "long" ? 60 : 15, bytes));
      return answers(target);
    },
  },
  {
    title: "bodies 10 bytes short of 16 MiB, with a session",
    run: async (target, size) => {
      const bytes = nearlyAll(
        `{"jsonrpc":"2.0","id":1,"method":"call","params":["${target.probe.session}","`,
      );
      await drained(await target.sockets.openMany(size === "long" ? 60 : 15, bytes));
      return answers(target);
    },
  },
  {
    title: "bodies without end, after answers that do not need them",
    run: (target, size) =>
      sendWithoutEnd(target, size, openings("Content-Length: 9000000000"), Buffer.alloc(MiB, "a")),
  },
  {
    title: "bodies in chunks of one byte",
    run: (target, size) =>
      sendWithoutEnd(
        target,
        size,
        openings("Transfer-Encoding: chunked"),
        Buffer.from("1\r\na\r\n".repeat(100_000)),
      ),
  },
  {
    title: "pipelined small requests without end",
    run: async (target, size) => {
      const violations = [];
      for (const request of ["GET /health/live", "OPTIONS /api/jsonrpc", "GET /", "GET /metrics"]) {
        const many = Buffer.from(`${request} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(2000));
        violations.push(...(await sendWithoutEnd(target, size, [""], many)));
      }
      return violations;
    },
  },
  {
    title: "idle connections",
    run: async (target, size) => {
      const count = size === "long" ? 5000 : 500;
      await target.sockets.openMany(count);
      await setTimeout(500);
      const held = await answers(target);
      return target.sockets.openCount < count * 0.95 ? [...held, "idle connections were cut"] : held;
    },
  },
  {
    title: "idle connections, all at once",
    run: async (target, size) => {
      for (let nth = 0; nth < (size === "long" ? 5000 : 500); nth += 1) target.sockets.open();
      await setTimeout(1500);
      return answers(target);
    },
  },
  {
    title: "headers and bodies that arrive byte by byte",
    run: async (target, size) => {
      const count = size === "long" ? 500 : 50;
      const slow = [
        ...(await target.sockets.openMany(count, "POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nX: ")),
        ...(await target.sockets.openMany(
          count,
          "POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{",
        )),
      ];
      for (let turn = 0; turn < (size === "long" ? 100 : 10); turn += 1) {
        for (const socket of slow) socket.write("a");
        await setTimeout(30);
      }
      return answers(target);
    },
  },
  {
    title: "clients that read slowly",
    run: async (target, size) => {
      const slow = await target.sockets.openMany(size === "long" ? 200 : 40, discover.repeat(20), false);
      for (let turn = 0; turn < (size === "long" ? 40 : 10); turn += 1) {
        for (const socket of slow) socket.read(1024);
        await setTimeout(50);
      }
      return answers(target);
    },
  },
  {
    title: "logins with names of 16 MB",
    run: async ({ probe, sockets }, size) => {
      const name = "n".repeat(15 * MiB);
      for (let nth = 0; nth < (size === "long" ? 50 : 8); nth += 1) {
        const login = { jsonrpc: "2.0", id: 1, method: "login", params: [`${nth}${name}`, "secret123"] };
        await probe.post("/api/jsonrpc", [json(login)]);
      }
      return answers({ probe, sockets });
    },
  },
  {
    title: "600 connections with 20 requests each in one write",
    run: async (target, size) => {
      const { session } = target.probe;
      const call = rpcRequest({
        jsonrpc: "2.0",
        id: 1,
        method: "call",
        params: [session, "catalog_product.list"],
      });
      const opened = await target.sockets.openMany(size === "long" ? 600 : 60);
      await setTimeout(300);
      for (const socket of opened) socket.write(call.repeat(20));
      await setTimeout(size === "long" ? 4000 : 500);
      return answers(target);
    },
  },
  {
    title: "ten times as many calls as may be in progress",
    server: { bounds: { callsUnderWay: 100 } },
    run: overload,
  },
  {
    title: "followers of the journal",
    run: async (target, size) => {
      await target.sockets.openMany(
        size === "long" ? 1000 : 150,
        "GET /control/calls/stream HTTP/1.1\r\nHost: localhost\r\n\r\n",
      );
      await setTimeout(300);
      for (let calls = 0; calls < 50; calls += 1) await answers(target);
      return [];
    },
  },
  {
    title: "sandboxes",
    growth: 1024 * MiB,
    run: async (target, size) => {
      const statuses = await flood(target, size === "long" ? 10_100 : 100, (nth) => [
        "/control/sandboxes",
        { name: `box-${nth}` },
      ]);
      await target.probe.send({ method: "GET", path: "/control/sandboxes", headers: {}, body: [] });
      return size === "short" || statuses.has(422)
        ? []
        : [`sandboxes have no bound: ${[...statuses].join(", ")}`];
    },
  },
  {
    title: "snapshots",
    run: async (target, size) => {
      const statuses = await flood(target, size === "long" ? 1_100 : 100, (nth) => [
        "/control/snapshots",
        { name: `s${nth}` },
      ]);
      return size === "short" || statuses.has(422) ? [] : ["snapshots have no bound"];
    },
  },
  {
    title: "rules of forced faults",
    run: async (target, size) => {
      const rule = {
        operation: "catalog_product.info",
        fault: "product_not_exists",
        times: 0,
        match: { productId: "x".repeat(size === "long" ? 10_000 : 10) },
      };
      const statuses = await flood(target, size === "long" ? 1_100 : 100, () => ["/control/faults", rule]);
      const held = await answers(target);
      return size === "short" || statuses.has(422) ? held : [...held, "rules have no bound"];
    },
  },
  {
    title: "datasets that expand: aliases of YAML, compressed bodies",
    run: async ({ probe }) => {
      const laughs = ["a: &a [x,x,x,x,x,x,x,x,x]"];
      for (let level = 1; level < 12; level += 1) {
        const [own, below] = [String.fromCharCode(97 + level), String.fromCharCode(96 + level)];
        laughs.push(`${own}: &${own} [${Array.from({ length: 9 }, () => `*${below}`).join(",")}]`);
      }
      const yaml = await probe.send({
        ...{ method: "PUT", path: "/control/state" },
        headers: { "Content-Type": "application/yaml" },
        body: [Buffer.from(laughs.join("\n"))],
      });
      const zipped = await probe.send({
        ...{ method: "POST", path: "/control/snapshots" },
        headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
        body: [gzipSync(Buffer.alloc(200 * MiB, " "))],
      });
      const found = [
        yaml.status === 422 ? "" : `YAML: ${yaml.status}`,
        zipped.status === 413 ? "" : `gzip: ${zipped.status}`,
      ];
      return found.filter((one) => one !== "");
    },
  },
];

async function flood(
  { probe }: Target,
  count: number,
  request: (nth: number) => readonly [path: string, body: unknown],
): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  for (let nth = 0; nth < count; nth += 1) {
    const [path, body] = request(nth);
    statuses.add((await probe.post(path, [json(body)])).status);
  }
  return statuses;
}

/** Long calls, ten times as many at once as may be in progress: the surplus ones get 503 with Retry-After. */
async function overload(target: Target, size: "short" | "long"): Promise<readonly string[]> {
  const { probe, sockets } = target;
  const call = rpcRequest({
    jsonrpc: "2.0",
    id: 1,
    method: "call",
    params: [probe.session, "catalog_product.list"],
  });
  const seen = { 200: 0, 503: 0, advised: 0 };
  const seconds = size === "long" ? 10 : 1;
  const until = performance.now() + seconds * 1000;
  const isSeen = () => seen[200] > 0 && seen[503] > 0;
  const callers = Array.from({ length: 1000 }, () => {
    const socket = sockets.open();
    socket.on("data", (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      if (text.includes("HTTP/1.1 200")) seen[200] += 1;
      if (text.includes("HTTP/1.1 503")) seen[503] += 1;
      if (/retry-after: 1/i.test(text)) seen.advised += 1;
      if (/HTTP\/1.1 \d/.test(text) && performance.now() < until) socket.write(call);
    });
    socket.write(call);
    return socket;
  });
  await setTimeout(seconds * 1000);
  while (!isSeen() && performance.now() < until + longPatience) await setTimeout(100);
  for (const socket of callers) socket.destroy();
  const problems = [];
  if (seen[503] === 0) problems.push("nobody was told to come back");
  if (seen.advised < seen[503] * 0.9) problems.push("not all 503 have Retry-After");
  if (seen[200] === 0) problems.push("nobody was answered");
  return problems;
}
