/**
 * The database nodes of deploy/compose.yaml, started with its commands and Debian's PostgreSQL. The first
 * node is created in the steps of its image: a server that only listens on its socket, with the arguments of
 * `command`, runs the scripts in docker-entrypoint-initdb.d; then the final server starts.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { projectRoot } from "../../scripts/spec/chapters.js";
import { freePort } from "../support/free-port.js";
import { allPrograms as bin, identity, own, serverFolder } from "../support/postgres.js";
import { callBy, workingPlace } from "../support/process.js";

interface Service {
  readonly command?: string;
  readonly entrypoint?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}
const { services } = parse(readFileSync(join(projectRoot, "deploy", "compose.yaml"), "utf8"), {
  merge: true,
}) as { readonly services: Readonly<Record<string, Service>> };

const page = readFileSync(join(projectRoot, "docs", "operations.md"), "utf8");

const password = "secret123";
const user = "store";

/** A node with its own folder and port, which replace the host of a container. */
class Node {
  private child: ChildProcess | undefined;
  private readonly env: Record<string, string>;
  readonly data: string;

  constructor(
    readonly folder: string,
    readonly port: number,
  ) {
    this.data = join(folder, "data");
    this.env = {
      ...{ PATH: `${bin}:${process.env.PATH}`, PGDATA: this.data, PGPASSWORD: password, PGUSER: user },
      ...{ POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: "shop" },
    };
  }

  run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): string {
    const options = { ...identity, cwd: "/", env: { ...this.env, ...more }, timeout: 60_000 };
    return execFileSync(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] }).toString();
  }

  /** @param args arguments of the server, besides those that a container does not need */
  start(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): void {
    const env = { ...this.env, PGPORT: String(this.port), ...more };
    this.child = spawn(program, args, { ...identity, cwd: "/", env, stdio: "ignore" });
    onTestFinished(() => this.end());
  }

  async end(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGQUIT");
    await ended;
  }

  async ask(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ host: "127.0.0.1", port: this.port, user, password, database: "shop" });
    client.on("error", () => {});
    try {
      await client.connect();
      return await client.query(text);
    } finally {
      await client.end().catch(() => {});
    }
  }

  isPrimary(): Promise<boolean | undefined> {
    return this.ask("select pg_is_in_recovery() as standby").then(
      ({ rows }) => (rows[0] as { standby: boolean }).standby === false,
      () => undefined,
    );
  }
}

async function node(): Promise<Node> {
  const folder = await serverFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "sockets"));
  await own(folder);
  return new Node(folder, await freePort());
}

/** The arguments of postgres from `command`, as the image's entrypoint passes them on. */
function commandOf(service: Service | undefined): string[] {
  const [, ...args] = [...(service?.command ?? "postgres").matchAll(/"([^"]*)"|\S+/g)].map(
    ([all, quoted]) => quoted ?? all,
  );
  return args;
}

async function startFirst(first: Node): Promise<void> {
  const args = commandOf(services.db1);
  const initdb = services.db1?.environment.POSTGRES_INITDB_ARGS?.split(" ") ?? [];
  const sockets = join(first.folder, "sockets");
  const passwordFile = join(first.folder, "password");
  await appendFile(passwordFile, password);
  await own(first.folder);
  first.run("initdb", ["-D", first.data, "-U", user, `--pwfile=${passwordFile}`, ...initdb]);
  // To each other, containers have addresses of their network. So the rules for loopback, which the image leaves as they are
  // and which trust everybody, never apply to them.
  const rules = join(first.data, "pg_hba.conf");
  const ofContainers = readFileSync(rules, "utf8").replaceAll(/^host .*(127\.0\.0\.1|::1).*$/gm, "");
  await writeFile(rules, `${ofContainers}host all all all scram-sha-256\n`);
  // The entrypoint's docker_temp_server_start, docker_setup_db and docker_process_init_files.
  const hidden = ["-c", "listen_addresses=", "-k", sockets];
  const options = [...hidden, ...args].map((one) => `'${one}'`).join(" ");
  const log = join(first.folder, "log");
  first.run("pg_ctl", ["-D", first.data, "-l", log, "-o", options, "-w", "start"]);
  const local = { PGHOST: sockets };
  first.run("psql", ["--dbname", "postgres", "-c", "create database shop"], local);
  first.run("bash", [join(projectRoot, "deploy", "replication.sh")], local);
  first.run("pg_ctl", ["-D", first.data, "-m", "fast", "-w", "stop"]);
  first.start("postgres", ["-k", sockets, ...args]);
  await expect.poll(() => first.isPrimary(), { timeout: 100_000 }).toBe(true);
}

/** Started with the entrypoint that the file gives a node whose PRIMARY is another one. */
function startStandby(standby: Node, primary: Node, service = services.db2): void {
  const [program = "", options = "", script = ""] = service?.entrypoint ?? [];
  const here = script
    .replaceAll("$$", "$")
    .replace("--host ${PRIMARY:-db1}", `--host 127.0.0.1 --port ${primary.port}`)
    .replace("${PRIMARY:-db1}", "another")
    .replace("exec postgres", `exec postgres -k ${join(standby.folder, "sockets")}`);
  standby.start(program, [options, here]);
}

test.runIf(bin)(
  "the nodes start unchanged, commits wait for a standby, and a failover by hand loses nothing, also with a rebooted standby",
  async () => {
    const [first, second, third] = [await node(), await node(), await node()];
    await startFirst(first);

    // No write is acknowledged that only one machine has.
    const created = first.ask("create table t (id int)");
    expect(await Promise.race([created, pause(2000, "waits")])).toBe("waits");
    for (const standby of [second, third]) startStandby(standby, first);
    await created;
    for (const standby of [second, third])
      await expect.poll(() => standby.isPrimary(), { timeout: 100_000 }).toBe(false);

    const place = await workingPlace({ onTestFinished });
    const nodes = [first, second, third].map(({ port }) => `127.0.0.1:${port}`);
    const storage = `postgres://${user}:${password}@${nodes.join()}/shop`;
    const url = await place.start(["--port", "0", "--storage", storage, "--log-level", "fatal"]).address();
    const rename = async (name: string) =>
      (await callBy(url, "catalog_product.update", [1, { name }]).catch(() => undefined))?.result;
    expect(await rename("Before")).toBe(true);
    const intruder = place.start(["--port", "0", "--storage", storage.replace(password, "wrong")]);
    expect(await intruder.ended).toBe(5);
    expect(intruder.stderr).toContain("the user or the password is wrong");

    const create = async (sku: string) =>
      (await callBy(url, "catalog_product.create", ["simple", 4, sku, { name: sku, price: 1 }])).result;
    const [, command = ""] = /^ *(PGUSER=.*deploy\/failover\.sh) db1 db2 db3$/m.exec(page) ?? [];
    const failover = (...args: readonly string[]) =>
      new Promise<{ code: unknown; text: string }>((resolve) => {
        const env = { PATH: `${bin}:${process.env.PATH}`, POSTGRES_PASSWORD: password };
        const options = { env, cwd: projectRoot };
        execFile("bash", ["-euc", `${command} ${args.join(" ")}`], options, (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, text: stdout + stderr }),
        );
      });
    const [one = "", two = "", three = ""] = nodes;
    const primaries = () => Promise.all([second, third].map((each) => each.isPrimary()));

    // One standby is away while the other one confirms what is acknowledged.
    await third.end();
    for (let count = 0; count < 20; count += 1) expect(await create(`kept-${count}`)).toBeTypeOf("number");
    expect(await failover(one, two, three)).toEqual({
      code: 1,
      text: expect.stringContaining(`${one} still answers`) as unknown,
    });
    await first.end();
    expect(await failover(one, two, three)).toEqual({
      code: 1,
      text: expect.stringContaining(`${three} does not answer`) as unknown,
    });
    expect(await second.isPrimary()).toBe(false);

    // It was rebooted and cannot know what it had received, let alone what it missed.
    startStandby(third, first);
    await expect.poll(() => third.isPrimary(), { timeout: 100_000 }).toBe(false);
    const { code, text } = await failover(one, three, two);
    expect([code, text]).toEqual([0, expect.stringContaining(`${two} is the primary now`)]);
    expect(text).toContain(`${three} follows ${two}`);
    expect(text).toContain(`recreate ${one}`);
    expect(await primaries()).toEqual([true, false]);
    await expect.poll(() => rename("After"), { timeout: 100_000 }).toBe(true);
    expect(await callBy(url, "catalog_product.info", [1])).toMatchObject({ result: { name: "After" } });
    const kept = (await callBy(url, "catalog_product.list", [{ sku: { like: "kept-%" } }])).result;
    expect(kept).toHaveLength(20);

    // The old primary comes back as a standby: its folder is emptied, and PRIMARY names the new one.
    await rm(first.data, { recursive: true });
    startStandby(first, second, services.db1);
    const following = async () => (await second.ask("select from pg_stat_replication")).rowCount;
    await expect.poll(() => first.isPrimary(), { timeout: 100_000 }).toBe(false);
    await expect.poll(following, { timeout: 100_000 }).toBe(2);
    const again = await failover(one, two, three);
    expect([again.code, again.text]).toEqual([1, expect.stringContaining("still answers")]);
  },
);

test("a node is ready when it answers by TCP, which the server that initialises the database does not", () => {
  expect(services.db1?.healthcheck?.test).toEqual(expect.arrayContaining(["pg_isready", "-h", "127.0.0.1"]));
});
