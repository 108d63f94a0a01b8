/**
 * Compares the service on PostgreSQL with a bare `pg` script that runs the same statements (alternately, on
 * one database), two servers with one server, and a shop of a million products with a small one. Each process
 * has its own processor: servers and the bare script use the first two, the database and the load generator
 * the others. `npx tsx scripts/bench/postgres.ts [products]
 * [bare,servers,size,memory]`; needs the build, the development packages and `taskset`.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/free-port.js";
import {
  addressOf,
  administer,
  initCluster,
  removeFolder,
  serverFolder,
  startServerIn,
} from "../../test/support/postgres.js";
import { measure, post } from "./load.js";
import { productText } from "./postgres-bare.js";

const many = Number(process.argv[2] ?? 1_000_000);
const connections = 16;
/** Many short turns, so that other work on the machine affects both sides equally. */
const seconds = 1;
const rounds = 15;
const parts = (process.argv[3] ?? "bare,servers,size,memory").split(",");
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const databaseCores = "2,3";

interface Running {
  readonly port: number;
  readonly child: ChildProcess;
}

async function startStore(storage: string, core: number): Promise<Running> {
  const args = [path("../../dist/src/main.js"), "--port", "0", "--storage", storage, "--log-level", "silent"];
  const child = spawn("taskset", ["-c", String(core), process.execPath, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /127\.0\.0\.1:(\d+)/.exec(line);
    if (!match) continue;
    child.stdout.resume();
    return { port: Number(match[1]), child };
  }
  throw new Error("the server ended before it was ready");
}

async function stop({ child }: Running): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function login({ port }: Running): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/rpc/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin", apiKey: "admin123" }),
  });
  return (await response.json()) as string;
}

/** Seconds of processor time that a process has used. */
function processorTime({ child }: Running): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

/** Peak memory of the process, MB. */
function peakMemory({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}

interface Figures {
  readonly perSecond: number;
  /** Processor time of the servers, microseconds per call. */
  readonly cpu_us: number;
}

type Call = () => unknown[];

async function served(
  running: readonly Running[],
  session: string,
  call: Call,
  seconds: number,
): Promise<Figures> {
  const request = () => {
    const [path, args] = call();
    return post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "call", params: [session, path, args] });
  };
  const before = running.map(processorTime);
  const found = await Promise.all(
    running.map(({ port }) => measure({ port, connections, seconds, request })),
  );
  const wrong = found.find(({ errors }) => errors > 0);
  if (wrong) throw new Error(`measured ${wrong.errors} failures, first: ${wrong.error}`);
  const used = running.reduce((sum, one, at) => sum + processorTime(one) - (before[at] ?? 0), 0);
  const perSecond = found.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  return { perSecond, cpu_us: (used / (perSecond * seconds)) * 1e6 };
}

/** The bare script in a separate process, on the processor of the server. */
class BareScript {
  private readonly child = spawn(
    "taskset",
    ["-c", "0", process.execPath, "--import", "tsx", path("postgres-bare.ts"), url, String(connections)],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  private readonly answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();

  async run(name: string): Promise<Figures> {
    this.child.stdin.write(`${name} ${seconds}\n`);
    return JSON.parse((await this.answers.next()).value as string) as Figures;
  }

  end(): void {
    this.child.stdin.end();
  }
}

const data = await serverFolder();
await initCluster(data);
const port = await freePort();
const settings = { shared_buffers: "512MB", max_connections: "200", max_wal_size: "4GB" };
const server = await startServerIn(data, port, settings);
for (const pid of [server.pid, process.pid])
  execFileSync("taskset", ["-a", "-p", "-c", databaseCores, String(pid)]);
await administer(port, "create database shop");
const url = addressOf([port], "shop", "pool=20");
const running: Running[] = [];
const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const shown = ({ perSecond, cpu_us }: Figures) => `${perSecond.toFixed(0)}/s ${cpu_us.toFixed(0)} us`;

let filled = 1000;

/** Adds products up to this number, in steps that one statement can handle. */
async function fill(from: number, to: number): Promise<void> {
  if (from <= filled) return;
  for (filled = from - 1; filled < to; filled = Math.min(filled + 100_000, to)) {
    await insert(filled + 1, Math.min(filled + 100_000, to));
  }
  await administer(port, "vacuum analyze store_api.products", "shop");
}

async function insert(from: number, to: number): Promise<void> {
  const text = productText(0)
    .replace('"id":0', '"id":#')
    .replace("bench-0", "bench-#")
    .replace("product 0", "product #");
  await administer(
    port,
    `insert into store_api.products select g, replace('${text}', '#', g::text)::text::json from generate_series(${from}, ${to}) g`,
    "shop",
  );
}

const customers = 100_000;

/** A copy of the first product of the shop. */
async function addCustomers(): Promise<void> {
  const member = (name: string) =>
    `regexp_replace(d::text, '"${name}":"[^"]*"', '"${name}":"c' || g || '@example.com"')`;
  await administer(
    port,
    `insert into store_api.customers select g, regexp_replace(${member("email")}, '"id":[0-9]+', '"id":' || g)::json
       from (select d from store_api.customers order by id limit 1) as first, generate_series(100001, ${100_000 + customers}) g`,
    "shop",
  );
}

/** Measures two things alternately and returns the median of their ratios. */
async function compare(
  title: string,
  one: () => Promise<Figures> | Figures,
  other: () => Promise<Figures> | Figures,
) {
  const ratios: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [await one(), await other()];
    ratios.push(first.perSecond / second.perSecond);
    costs.push(second.cpu_us / first.cpu_us);
    if (process.env.VERBOSE) console.log(`  ${title}: ${shown(first)} against ${shown(second)}`);
  }
  console.log(
    `${title}: ${median(ratios).toFixed(2)} of the calls, by processor time ${median(costs).toFixed(2)}`,
  );
}

const small = () => 1001 + Math.floor(Math.random() * 1000);
const info = () => ["catalog_product.info", [small()]];
const update = () => ["catalog_product.update", [small(), { name: `n${Math.random()}` }]];
const attributes = () => ["catalog_product_attribute.list", [4]];

async function besideBareScript(first: Running, session: string): Promise<void> {
  const script = new BareScript();
  for (const [title, call] of Object.entries({ info, update })) {
    await served([first], session, call, 1);
    await compare(
      `${title}, service / bare script`,
      () => served([first], session, call, seconds),
      () => script.run(title),
    );
  }
  script.end();
}

/** Each server gets the same number of connections as the single server, so that neither has less to do. */
async function twoServers(first: Running, session: string): Promise<void> {
  const pair = [first, await startStore(url, 1)];
  running.push(pair[1] as Running);
  for (const [title, call] of Object.entries({ info, update, attributes })) {
    await served(pair, session, call, 1);
    await compare(
      `${title}, two servers / one`,
      () => served(pair, session, call, seconds),
      () => served([first], session, call, seconds),
    );
  }
}

async function large(first: Running, session: string): Promise<void> {
  await fill(2001, many);
  const anywhere = () => ["catalog_product.info", [1001 + Math.floor(Math.random() * (many - 1001))]];
  await served([first], session, anywhere, seconds);
  await compare(
    `info among 1000 / among ${many} products`,
    () => served([first], session, info, seconds),
    () => served([first], session, anywhere, seconds),
  );
}

/** The effect of one request on the memory of a server that has served no other request. */
async function memory(session: string): Promise<void> {
  await fill(2001, many);
  await addCustomers();
  for (const [title, body] of [
    ["a call of info", { method: "call", params: [session, "catalog_product.info", [1001]] }],
    [`catalog_product.list of ${many}`, { method: "call", params: [session, "catalog_product.list", []] }],
    [`customer.list of ${customers}`, { method: "call", params: [session, "customer.list", []] }],
    [`export of ${many} and these`, undefined],
  ] as const) {
    const fresh = await startStore(url, 0);
    running.push(fresh);
    const init = body && { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }) };
    const address = `http://127.0.0.1:${fresh.port}${body ? "/api/jsonrpc" : "/control/state"}`;
    const begun = performance.now();
    let bytes = 0;
    const response = await fetch(address, { ...init, headers: { "Content-Type": "application/json" } });
    for await (const part of response.body ?? []) bytes += (part as Uint8Array).length;
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    const megabytes = `${(bytes / 1e6).toFixed(1)} MB in ${took} s`;
    console.log(
      `${title}: ${response.status}, ${megabytes}; the server had at most ${peakMemory(fresh).toFixed(0)} MB`,
    );
    await stop(running.pop() as Running);
  }
}

try {
  const first = await startStore(url, 0);
  running.push(first);
  const session = await login(first);
  await fill(1001, 2000);
  if (parts.includes("bare")) await besideBareScript(first, session);
  if (parts.includes("servers")) await twoServers(first, session);
  if (parts.includes("size")) await large(first, session);
  if (parts.includes("memory")) await memory(session);
} finally {
  for (const one of running) await stop(one);
  process.kill(server.pid, "SIGINT");
  await server.ended;
  await removeFolder(data);
}
