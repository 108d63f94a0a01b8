/** The commands of each situation in docs/operations.md, run as they stand. Those of a failover are run by test/deploy/nodes.test.ts. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { appendFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { projectRoot } from "../../scripts/spec/chapters.js";
import { parsePostgresAddress } from "../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../src/addons/postgres/open.js";
import { openFileStorage } from "../../src/engine/storage/file.js";
import type { Storage } from "../../src/engine/storage/storage.js";
import { collections } from "../../src/shop/data/collections.js";
import { freePort } from "../support/free-port.js";
import {
  addressOf,
  allPrograms,
  certificate,
  createDatabase,
  credentials,
  identity,
  initCluster,
  own,
  removeFolder,
  serverFolder,
} from "../support/postgres.js";
import { bundleOf } from "../support/programs.js";

const page = readFileSync(join(projectRoot, "docs", "operations.md"), "utf8");

/** The blocks of commands of a section. */
function commandsOf(title: string): string[] {
  const [, section = ""] = page.split(new RegExp(`\\n##+ ${title}\\n`));
  const [own = ""] = section.split(/\n##+ /);
  const blocks = [...own.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text = ""]) => text);
  if (blocks.length === 0) throw new Error(`docs/operations.md has no commands in ${title}`);
  return blocks;
}

/** A machine with `store-api` in its path. Servers that a block starts run until the end of the test. */
class Machine {
  private constructor(
    private readonly env: Record<string, string>,
    private readonly user: Partial<typeof identity>,
  ) {}

  /** @param user who runs the commands, by default the user of this process */
  static async make(
    storage: (folder: string) => string | Promise<string>,
    more: Readonly<Record<string, string>> = {},
    user: Partial<typeof identity> = {},
  ): Promise<Machine> {
    const folder = await temporaryFolder();
    const program = join(folder, "store-api");
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${bundleOf("src/main.ts")}" "$@"\n`);
    await chmod(program, 0o755);
    const [temporary, backups] = [join(folder, "tmp"), join(folder, "backups")];
    await mkdir(temporary);
    if (user === identity) await own(folder);
    const env = {
      ...{ PATH: `${folder}:${allPrograms}:${process.env.PATH}`, HOME: folder, TMPDIR: temporary },
      ...{ STORE_API_STORAGE: await storage(folder), BACKUPS: backups },
      ...{ PORT: String(await freePort()), SECOND_PORT: String(await freePort()) },
      MAINTENANCE_PORT: String(await freePort()),
      ...{ KEY: "first-key-1", NEW_KEY: "second-key-2" },
      ...more,
    };
    return new Machine(env, user);
  }

  get home(): string {
    return this.env["HOME"] ?? "";
  }

  /** @param folderEnding what the name of the folder ends with, if the shop is in one */
  storage(folderEnding = ""): Promise<Storage> {
    const address = this.env["STORE_API_STORAGE"] ?? "";
    return address.startsWith("file:")
      ? openFileStorage({ collections, folder: `${address.replace("file:", "")}${folderEnding}` })
      : openPostgresStorage(parsePostgresAddress(address), { collections });
  }

  /** The output of a block, which must succeed. */
  async run(block = ""): Promise<string> {
    const { text, code } = await this.outcome(`set -euo pipefail\n${block}`);
    expect([code, text]).toEqual([0, text]);
    return text;
  }

  async outcome(script: string): Promise<{ code: number | null; text: string }> {
    const child = spawn("bash", ["-c", script], {
      env: this.env,
      cwd: this.env["HOME"],
      detached: true,
      ...this.user,
    });
    onTestFinished(() => endGroup(child));
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    // Servers in the background keep its output open.
    const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { code, text };
  }

  /** Whether a server answers a call. @param credentials `<user>:<key>` */
  async accepts(port: "PORT" | "SECOND_PORT", credentials: string): Promise<boolean> {
    return Array.isArray(await this.call("catalog_category.level", {}, port, credentials));
  }

  async call(
    operation: string,
    args: object,
    port: "PORT" | "SECOND_PORT" = "PORT",
    credentials = "admin:first-key-1",
  ): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.env[port]}/api/rpc/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa(credentials)}` },
      body: JSON.stringify(args),
    });
    return response.json();
  }
}

/** Ends a shell and what it started. */
async function endGroup({ pid = 0 }: ChildProcess): Promise<void> {
  try {
    process.kill(-pid, "SIGTERM");
    for (let count = 0; count < 200; count += 1) {
      process.kill(-pid, 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    process.kill(-pid, "SIGKILL");
  } catch {
    // All have ended.
  }
}

async function database(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

const patience = 240_000;

test("a first production start, its backup, a drill and the restore", { timeout: patience }, async () => {
  const machine = await Machine.make((folder) => `file:${folder}/shop`);
  const [start] = commandsOf("First production start");
  expect(await machine.run(start)).toContain("Default Category");
  expect(await machine.accepts("PORT", "admin:admin123")).toBe(false);

  const [nightly, restore = ""] = commandsOf("Backup");
  const text = await machine.run(nightly);
  expect(text).toMatch(/The shop was saved to .*, complete\.[^]*was restored in memory and can be used/);
  const refused = await machine.outcome(restore);
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining("is in use by process")]);
});

test("two servers, and another key without a refused call", { timeout: patience }, async () => {
  const machine = await Machine.make(database);
  await machine.run(commandsOf("Two servers")[0]);
  const accepted = (credentials: string) =>
    Promise.all((["PORT", "SECOND_PORT"] as const).map((port) => machine.accepts(port, credentials)));
  expect(await accepted("admin:first-key-1")).toEqual([true, true]);

  const [add = "", remove = "", replace = ""] = commandsOf("Replace an API key");
  await machine.run(`NEW_KEY=third-key-3\n${add}${replace}`);
  expect(await accepted("admin:first-key-1")).toEqual([false, false]);
  expect(await accepted("admin:third-key-3")).toEqual([true, true]);

  const changeClients = "touch added; until [ -e changed ]; do sleep 0.1; done\n";
  const changing = machine.run(`${add}${changeClients}${remove}`);
  const answers: boolean[] = [];
  while (!existsSync(join(machine.home, "added"))) answers.push(...(await accepted("admin:third-key-3")));
  answers.push(...(await accepted("admin:third-key-3")), ...(await accepted("admin-2:second-key-2")));
  expect(answers).not.toContain(false);
  await writeFile(join(machine.home, "changed"), "");
  await changing;
  expect(await accepted("admin:third-key-3")).toEqual([false, false]);
  expect(await accepted("admin-2:second-key-2")).toEqual([true, true]);
});

const storages = [
  { kind: "a folder", at: 1, make: (folder: string) => `file:${folder}/shop` },
  { kind: "PostgreSQL", at: 2, make: database },
];

test.each(storages)(
  "back to the release before an upgrade, on $kind",
  { timeout: patience },
  async ({ at, make }) => {
    const machine = await Machine.make(make);
    await machine.run(`${commandsOf("First production start")[0]}kill $! && wait $!`);
    const blocks = commandsOf("Upgrade and back");
    await machine.run(blocks[0]);

    const upgraded = await machine.storage();
    await upgraded.write((tx) => tx.put("settings", { id: "data_version", version: 99 }));
    await upgraded.close();
    const refused = await machine.outcome("store-api --port 0");
    expect([refused.code, refused.text]).toEqual([
      5,
      expect.stringContaining("written by a later store-api"),
    ]);
    expect(refused.text).not.toContain("damaged");
    const [start] = commandsOf("First production start");
    expect(await machine.run(`${blocks[at]}${start}`)).toContain("Default Category");
    const left = await machine.storage(".newer");
    expect(await left.read((tx) => tx.get("settings", "data_version"))).toMatchObject({ version: 99 });
    await left.close();
  },
);

test.runIf(allPrograms)(
  "a shop goes back to the moment before an accident, by the database's own copies",
  { timeout: patience },
  async () => {
    const folder = await serverFolder();
    onTestFinished(() => removeFolder(folder));
    const PGDATA = join(folder, "data");
    await initCluster(PGDATA, join(allPrograms ?? "", "initdb"));
    const port = await freePort();
    const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`;
    await appendFile(join(PGDATA, "postgresql.conf"), settings);
    const { host: PGHOST, user: PGUSER, password: PGPASSWORD } = credentials;
    const tls = { PGSSLMODE: "verify-ca", PGSSLROOTCERT: certificate("ca.pem") };
    const connection = { PGDATA, PGHOST, PGPORT: String(port), PGUSER, PGPASSWORD, ...tls };
    const machine = await Machine.make(() => addressOf([port], "shop"), connection, identity);
    onTestFinished(() => machine.outcome("pg_ctl stop --mode immediate").then(() => {}));
    await machine.run(`pg_ctl start --log "$PGDATA/server.log"\ncreatedb shop`);

    const [prepare, nightly, restore] = commandsOf("Point in time");
    const [start] = commandsOf("First production start");
    const add = async (name: string) => {
      const menu = { is_active: 1, available_sort_by: ["name"], default_sort_by: "name", include_in_menu: 1 };
      const made = await machine.call("catalog_category.create", {
        parentId: 2,
        categoryData: { name, ...menu },
      });
      expect(made).toBeTypeOf("number");
    };
    await machine.run(prepare);
    await machine.run(`${start}echo $! >pid`);
    await add("Before the copy");
    await machine.run(nightly);
    await add("After the copy");
    const moment = await machine.run("psql -At --dbname postgres -c 'select clock_timestamp()'");
    await add("By mistake");
    await machine.run(
      'kill "$(cat pid)"; while curl -s "http://127.0.0.1:$PORT/health/live"; do sleep 0.2; done',
    );
    await machine.run(`MOMENT='${moment.trim()}'\n${restore}`);
    await machine.run(start);
    const tree = JSON.stringify(await machine.call("catalog_category.tree", {}));
    expect(tree).toContain("After the copy");
    expect(tree).not.toContain("By mistake");
  },
);
