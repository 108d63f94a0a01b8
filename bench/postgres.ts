/**
 * The service over PostgreSQL beside a bare `pg` script that runs the same statements, in turns, over one database:
 * `npx tsx bench/postgres.ts [products]`. Needs the build and the development packages.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  administer,
  freePort,
  initCluster,
  removeFolder,
  serverFolder,
  startServerIn,
} from "../test/support/postgres.js";
import { measure, post } from "./load.js";

const many = Number(process.argv[2] ?? 1_000_000);
const connections = 16;
const seconds = 4;
const main = fileURLToPath(new URL("../dist/src/main.js", import.meta.url));

interface Running {
  readonly port: number;
  readonly child: ChildProcess;
}

async function startStore(storage: string): Promise<Running> {
  const child = spawn(
    process.execPath,
    [main, "--port", "0", "--storage", storage, "--log-level", "silent"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /127\.0\.0\.1:(\d+)/.exec(line);
    if (!match) continue;
    child.stdout.resume();
    return { port: Number(match[1]), child };
  }
  throw new Error("the server ended before it was ready");
}

async function login({ port }: Running): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/rpc/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin", apiKey: "admin123" }),
  });
  return (await response.json()) as string;
}

/** Statements of one call, in the order in which the service sends them. */
type Statements = readonly (readonly [name: string, text: string, values?: (id: number) => unknown[]])[];

const versions = [
  "versions",
  "select epoch, control, settings, attributes, attribute_sets, categories, api_users from store_api.versions",
] as const;
const enter: Statements = [
  ["read", "begin isolation level repeatable read read only"],
  versions,
  ["session", "select d from store_api.sessions where id = $1", () => ["none"]],
  ["commit", "commit"],
];
const info: Statements = [
  ...enter,
  ["read", "begin isolation level repeatable read read only"],
  versions,
  ["product", "select d from store_api.products where id = $1", (id) => [id]],
  [
    "places",
    "select d from store_api.category_products where store_api.number_of(d -> 'product_id') = $1::float8 order by id",
    (id) => [id],
  ],
  ["commit", "commit"],
];
const update: Statements = [
  ...enter,
  ["write", "begin isolation level read committed"],
  ["guard", "select pg_advisory_xact_lock_shared(1)"],
  versions,
  ["lock", "select d, xmin::text from store_api.products where id = $1 for update", (id) => [id]],
  [
    "put",
    "insert into store_api.products (id, d) values ($1, $2) on conflict (id) do update set d = excluded.d",
    (id) => [id, docOf(id)],
  ],
  ["commit", "commit"],
];

function docOf(id: number): string {
  const values = {
    "0": { name: `Bench product ${id}`, price: 19.99, status: 1, visibility: 4, weight: 1.5 },
  };
  const times = { created_at: "2024-01-01 00:00:00", updated_at: "2024-01-01 00:00:00" };
  const parts = { website_ids: [1], values, tier_prices: [], images: [] };
  return JSON.stringify({ id, type: "simple", set: 4, sku: `bench-${id}`, ...times, ...parts });
}

/** Calls per second of a script that awaits one statement after the other, on as many connections. */
async function bare(url: string, statements: Statements, idOf: () => number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  const one = async (): Promise<number> => {
    const client = new pg.Client(url);
    await client.connect();
    let done = 0;
    while (performance.now() < until) {
      const id = idOf();
      for (const [name, text, values] of statements) {
        await client.query({ name, text, ...(values ? { values: values(id) } : {}) });
      }
      done += 1;
    }
    await client.end();
    return done;
  };
  const all = await Promise.all(Array.from({ length: connections }, one));
  return all.reduce((sum, done) => sum + done, 0) / ((performance.now() - started) / 1000);
}

async function served(
  running: readonly Running[],
  session: string,
  call: (id: number) => unknown[],
  idOf: () => number,
) {
  const request = () => {
    const [path, args] = call(idOf());
    return post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "call", params: [session, path, args] });
  };
  const each = connections / running.length;
  const found = await Promise.all(
    running.map(({ port }) => measure({ port, connections: each, seconds, request })),
  );
  const wrong = found.find(({ sample }) => sample.includes('"error"'));
  if (wrong) throw new Error(wrong.sample);
  return found.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
}

const data = await serverFolder();
await initCluster(data);
const port = await freePort();
const server = await startServerIn(data, port, { shared_buffers: "512MB", max_connections: "200" });
await administer(port, "create database shop");
const url = `postgres://postgres@127.0.0.1:${port}/shop`;
const running: Running[] = [];
const results: string[] = [];
const say = (line: string) => {
  results.push(line);
  console.log(line);
};

async function fill(from: number, to: number): Promise<void> {
  await administer(
    port,
    `insert into store_api.products select g, replace('${docOf(0).replace('"id":0', '"id":#')}', '#', g::text)::text::json from generate_series(${from}, ${to}) g`
      .replace("bench-0", "bench-#")
      .replace("product 0", "product #"),
    "shop",
  );
  await administer(port, "analyze store_api.products", "shop");
}

try {
  running.push(await startStore(url));
  const session = await login(running[0] as Running);
  await fill(1001, 2000);
  const small = () => 1001 + Math.floor(Math.random() * 1000);
  const reading = (id: number) => ["catalog_product.info", [id]];
  const writing = (id: number) => ["catalog_product.update", [id, { name: `n${Math.random()}` }]];
  const [first] = running as [Running];
  await served([first], session, reading, small);

  for (const [title, statements, call] of [
    ["info", info, reading],
    ["update", update, writing],
  ] as const) {
    const ratios: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const ours = await served([first], session, call, small);
      const theirs = await bare(url, statements, small);
      ratios.push(ours / theirs);
      say(
        `${title}: ${ours.toFixed(0)}/s, bare pg ${theirs.toFixed(0)}/s, ratio ${(ours / theirs).toFixed(2)}`,
      );
    }
    say(`${title}: median ratio ${(ratios.sort((a, b) => a - b)[1] ?? 0).toFixed(2)}`);
  }

  running.push(await startStore(url));
  for (let round = 0; round < 3; round += 1) {
    const one = await served([first], session, reading, small);
    const two = await served(running, session, reading, small);
    say(`info: one process ${one.toFixed(0)}/s, two ${two.toFixed(0)}/s, ratio ${(two / one).toFixed(2)}`);
  }

  const before: number[] = [];
  for (let round = 0; round < 3; round += 1) before.push(await served([first], session, reading, small));
  for (let from = 2001; from <= many; from += 100_000) await fill(from, Math.min(from + 99_999, many));
  const large = () => 1001 + Math.floor(Math.random() * (many - 1001));
  await served([first], session, reading, large);
  const after: number[] = [];
  for (let round = 0; round < 3; round += 1) after.push(await served([first], session, reading, large));
  const middle = (all: number[]) => all.sort((a, b) => a - b)[1] ?? 0;
  say(`info: cost at ${many} products / at 1000: ${(middle(before) / middle(after)).toFixed(2)}`);
} finally {
  for (const { child } of running) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  process.kill(server.pid, "SIGINT");
  await server.ended;
  await removeFolder(data);
}
