/**
 * Tests failover by Patroni with Debian's packages: `apt-get install postgresql patroni etcd-server`, then
 * `npx tsx scripts/patroni-trial.ts [ttl in seconds]`. It runs three nodes, an etcd and two servers on
 * loopback, and kills all processes of the leader at once under load. It prints the lost orders and the time
 * of the first new order.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { OrderLoad } from "../test/addons/postgres/order-load.js";
import { ask } from "../test/support/postgres-cluster.js";
import { freePort, identity, own, useCertificate } from "../test/support/postgres.js";
import { callBy } from "../test/support/process.js";

const ttl = Number(process.argv[2] ?? 30);
const debian = "/usr/lib/postgresql";
const [version] = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
if (version === undefined) throw new Error("install PostgreSQL first: apt-get install postgresql");

interface Member {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  readonly data: string;
  readonly child: ChildProcess;
}

const folder = await mkdtemp(join(tmpdir(), "store-api-patroni-"));
const children: ChildProcess[] = [];
const log = (name: string) => join(folder, `${name}.log`);

/** A user other than root, because PostgreSQL refuses to run as root. */
function start(name: string, command: string, args: readonly string[]): ChildProcess {
  const script = `exec "$@" >${log(name)} 2>&1`;
  const child = spawn("sh", ["-c", script, "sh", command, ...args], {
    ...identity,
    cwd: folder,
    stdio: "ignore",
    env: { PATH: process.env.PATH, HOME: folder },
  });
  children.push(child);
  return child;
}

async function startEtcd(): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [client, peer].map((port) => `http://127.0.0.1:${port}`) as [string, string];
  start("etcd", "etcd", [
    ...["--data-dir", join(folder, "etcd"), "--listen-client-urls", clientUrl],
    ...["--advertise-client-urls", clientUrl, "--listen-peer-urls", peerUrl],
    ...["--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `default=${peerUrl}`],
  ]);
  await eventually(async () => (await fetch(`${clientUrl}/health`)).ok, 20);
  return client;
}

/** Patroni's defaults, except for `ttl`: the time after which a silent leader loses its role. */
async function startMember(number: number, etcd: number): Promise<Member> {
  const name = `node${number}`;
  const [port, rest] = [await freePort(), await freePort()];
  const data = join(folder, name);
  // `ask` insists on TLS.
  const certificates = join(folder, `${name}-certificates`);
  await mkdir(certificates);
  await useCertificate(certificates, "server");
  const loopWait = Math.max(1, Math.floor(ttl / 3));
  const everybody = [
    "host all all 127.0.0.1/32 trust",
    "host replication all 127.0.0.1/32 trust",
    "local all all trust",
  ];
  const configuration = {
    scope: "shop",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: loopWait,
        retry_timeout: loopWait,
        // A commit waits for a standby, and only that standby may become the leader.
        synchronous_mode: true,
        postgresql: { parameters: { max_connections: 120 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "no-sync"],
      pg_hba: everybody,
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: join(debian, version as string, "bin"),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: "postgres", password: "secret" },
        replication: { username: "replicator", password: "secret" },
      },
      parameters: {
        unix_socket_directories: folder,
        ssl: "on",
        ssl_cert_file: join(certificates, "server.pem"),
        ssl_key_file: join(certificates, "server.key"),
      },
      pg_hba: everybody,
    },
  };
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, stringify(configuration));
  return { name, port, rest, data, child: start(name, "patroni", [file]) };
}

interface Status {
  readonly role: string;
  readonly state: string;
  readonly sync_standby?: boolean;
}

/** The status of a node as Patroni reports it; undefined while it does not answer. */
async function statusOf({ rest }: Member): Promise<Status | undefined> {
  return fetch(`http://127.0.0.1:${rest}/patroni`, { signal: AbortSignal.timeout(1000) })
    .then(async (response) => (await response.json()) as Status)
    .catch(() => undefined);
}

async function leaderOf(members: readonly Member[]): Promise<Member | undefined> {
  const all = await Promise.all(members.map(statusOf));
  return members.find((_, at) => all[at]?.state === "running" && /master|primary/.test(all[at]?.role ?? ""));
}

async function eventually(done: () => Promise<unknown>, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  while (!(await done().catch(() => false))) {
    if (performance.now() > until) throw new Error(`not within ${seconds} s: ${String(done)}; see ${folder}`);
    await pause(50);
  }
}

/** Kills all processes of a node at once, Patroni first, like the failure of a machine. */
async function kill({ child, data }: Member): Promise<void> {
  const postmaster = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(postmaster)]);
  const all = [Number(child.pid), postmaster, ...stdout.split("\n").map(Number).filter(Boolean)];
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
    for (const pid of all) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has already ended.
      }
    }
  }
}

async function startStore(storage: string): Promise<string> {
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const args = ["--import", "tsx", main, "--port", "0", "--storage", storage, "--log-level", "fatal"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let output = "";
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const url = /ready on (http:\S+)/.exec((output += chunk.toString()))?.[1];
    if (!url) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error("the server ended before it was ready");
}

try {
  await own(folder);
  const etcd = await startEtcd();
  const members = [await startMember(1, etcd)];
  await eventually(() => leaderOf(members), 90);
  members.push(await startMember(2, etcd), await startMember(3, etcd));
  await eventually(async () => {
    const all = await Promise.all(members.map(statusOf));
    return all.every((one) => one?.state === "running") && all.some((one) => one?.sync_standby);
  }, 120);
  const leader = (await leaderOf(members)) as Member;
  await ask(leader, "create database shop");
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const storage = `postgres://postgres:secret@${hosts}/shop?pool=8`;
  const urls = [await startStore(storage), await startStore(storage)];
  const endless = { name: "Endless", price: 5, website_ids: [1] };
  await callBy(urls[0] as string, "catalog_product.create", ["simple", 4, "endless", endless]);

  const load = new OrderLoad(urls, 6);
  await load.more(100);
  await kill(leader);
  const killed = performance.now();
  // Waits for answers in transit.
  await pause(500);
  const before = load.acknowledged.size;
  const others = members.filter((member) => member !== leader);
  await eventually(() => leaderOf(others), 4 * ttl + 60);
  const promoted = performance.now();
  await load.more(1);
  const served = load.lastAt;
  await load.more(50);
  await load.end();
  const found = await load.found((await leaderOf(others)) as Member);
  const seconds = (from: number, to: number) => Number(((to - from) / 1000).toFixed(1));
  console.log(
    JSON.stringify({
      ttl_s: ttl,
      before,
      ...found,
      duplicates: found.orders - found.keys,
      new_leader_after_s: seconds(killed, promoted),
      orders_again_after_s: seconds(killed, served),
    }),
  );
  if (found.lost > 0 || found.orders !== found.keys) process.exitCode = 1;
} finally {
  for (const child of children.reverse()) child.kill("SIGTERM");
  await pause(5000);
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}
