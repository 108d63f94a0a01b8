/** The commands of each situation in docs/operations.md, run as they stand. Those of a failover are run by test/deploy/nodes.test.ts. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../scripts/spec/chapters.js";
import { openFileStorage } from "../../src/engine/storage/file.js";
import { collections } from "../../src/shop/data/collections.js";
import { createDatabase, freePort } from "../support/postgres.js";
import { temporaryFolder } from "../support/process.js";
import { bundleOf } from "../support/programs.js";

const page = readFileSync(join(projectRoot, "docs", "operations.md"), "utf8");

/** The blocks of commands of a section. */
function commandsOf(title: string): string[] {
  const [, section = ""] = page.split(`\n## ${title}\n`);
  const [own = ""] = section.split("\n## ");
  const blocks = [...own.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text = ""]) => text);
  if (blocks.length === 0) throw new Error(`docs/operations.md has no commands in ${title}`);
  return blocks;
}

/** A machine with `store-api` in its path. Servers that a block starts run until the end of the test. */
class Machine {
  private constructor(private readonly env: Record<string, string>) {}

  static async make(storage: (folder: string) => string | Promise<string>): Promise<Machine> {
    const folder = await temporaryFolder(onTestFinished);
    const program = join(folder, "store-api");
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${bundleOf("src/main.ts")}" "$@"\n`);
    await chmod(program, 0o755);
    const [temporary, backups] = [join(folder, "tmp"), join(folder, "backups")];
    await mkdir(temporary);
    return new Machine({
      ...{ PATH: `${folder}:${process.env.PATH}`, HOME: folder, TMPDIR: temporary },
      ...{ STORE_API_STORAGE: await storage(folder), BACKUPS: backups },
      ...{ PORT: String(await freePort()), SECOND_PORT: String(await freePort()) },
      ...{ KEY: "first-key-1", NEW_KEY: "second-key-2" },
    });
  }

  get folder(): string {
    return (this.env["STORE_API_STORAGE"] ?? "").replace("file:", "");
  }

  /** The output of a block, which must succeed. */
  async run(block = ""): Promise<string> {
    const { text, code } = await this.outcome(`set -euo pipefail\n${block}`);
    expect([code, text]).toEqual([0, text]);
    return text;
  }

  async outcome(script: string): Promise<{ code: number | null; text: string }> {
    const child = spawn("bash", ["-c", script], { env: this.env, cwd: this.env["HOME"], detached: true });
    onTestFinished(() => endGroup(child));
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    // Servers in the background keep its output open.
    const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { code, text };
  }

  /** Whether the call is answered with a list. */
  async call(
    port: "PORT" | "SECOND_PORT",
    key: string,
    operation: string,
    args: object = {},
  ): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${this.env[port]}/api/rpc/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa(`admin:${key}`)}` },
      body: JSON.stringify(args),
    });
    return Array.isArray(await response.json());
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
  expect(await machine.call("PORT", "admin123", "catalog_category.level")).toBe(false);

  const [nightly, restore] = commandsOf("Backup");
  const text = await machine.run(nightly);
  expect(text).toMatch(/The shop was saved to .*, complete\.[^]*was restored in memory and can be used/);
  const refused = await machine.outcome(restore ?? "");
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining("is in use by process")]);
});

test("two servers, and another key while they run", { timeout: patience }, async () => {
  const machine = await Machine.make(database);
  await machine.run(commandsOf("Two servers")[0]);
  const level = (key: string) => machine.call("PORT", key, "catalog_category.level");
  expect(await level("first-key-1")).toBe(true);
  expect(await machine.call("SECOND_PORT", "first-key-1", "catalog_category.level")).toBe(true);

  const [replaceKey = ""] = commandsOf("Incident");
  // The second port is taken here by the second server.
  const port = await freePort();
  await machine.run(`SECOND_PORT=${port}\n${replaceKey}`);
  for (const at of ["PORT", "SECOND_PORT"] as const) {
    expect(await machine.call(at, "second-key-2", "catalog_category.level")).toBe(true);
    expect(await machine.call(at, "first-key-1", "catalog_category.level")).toBe(false);
  }
});

test("back to the release before an upgrade", { timeout: patience }, async () => {
  const machine = await Machine.make((folder) => `file:${folder}/shop`);
  await machine.run(`${commandsOf("First production start")[0]}kill $! && wait $!`);
  const [before, back] = commandsOf("Upgrade and back");
  await machine.run(before);

  const upgraded = await openFileStorage({ collections, folder: machine.folder });
  await upgraded.write((tx) => tx.put("settings", { id: "data_version", version: 99 }));
  await upgraded.close();
  const refused = await machine.outcome("store-api --port 0");
  expect([refused.code, refused.text]).toEqual([5, expect.stringContaining("a later store-api wrote")]);
  await machine.run(back);
  expect(await readdir(`${machine.folder}.newer`)).toContain("db.json");
  const again = await openFileStorage({ collections, folder: machine.folder });
  expect(await again.read((tx) => tx.get("settings", "data_version"))).not.toMatchObject({ version: 99 });
  await again.close();
});
