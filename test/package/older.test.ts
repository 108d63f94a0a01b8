/**
 * Clients of older versions with this server, and the client of this version with older servers: each runs the whole day of its
 * example. The older programs are those of their commits, as git has them.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { php, python } from "../addons/clients/interpreters.js";
import { Program } from "../support/process.js";
import { startShop, type Shop } from "../support/shop.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

const versions = [
  {
    version: "0.3.0, six days later",
    commit: "d1417d786f1518dfaaa303fcf6d321f175a0fb38",
  },
  { version: "1.0.0", commit: "6978011b5ac6eef04906276a0c7b1c5d9b3f74c7" },
];

const wholeDay = /14.9, 50 in stock[^]*it is complete[^]*the forced fault came[^]*by REST: ada-/;

const days = [
  { language: "typescript", file: "day.ts", command: [process.execPath, "--import", "tsx"] },
  { language: "python", file: "day.py", command: python === undefined ? [] : [python] },
  { language: "php", file: "day.php", command: php === undefined ? [] : [php] },
];

/** What the example of a client prints, with a server at this address. */
async function dayOf(clients: string, { language, file, command }: (typeof days)[number], url: string) {
  const [program = "", ...args] = command;
  const folder = join(clients, language);
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run(program, [...args, join(folder, "examples", file), url], { env, cwd: root });
  return stdout;
}

const installed = days.filter(({ command }) => command.length > 0);

const has = (commit: string) =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;

test.for(versions.filter(({ commit }) => !has(commit)))("version $version", ({ commit }, { skip }) => {
  skip(`this folder has no commit ${commit}: it is no clone, or a shallow one (git fetch --unshallow)`);
});

describe.each(versions.filter(({ commit }) => has(commit)))("version $version", ({ commit }) => {
  let place: string;
  let older: string;
  let shop: Shop;

  beforeAll(async () => {
    // Inside of the project, where programs find its packages.
    mkdirSync(join(root, "reports"), { recursive: true });
    place = mkdtempSync(join(root, "reports", "older-"));
    older = join(place, "program");
    mkdirSync(older);
    const archive = join(place, "archive.tar");
    await run("git", ["archive", "--output", archive, commit], { cwd: root });
    await run("tar", ["-xf", archive, "-C", older]);
    symlinkSync(join(root, "node_modules"), join(older, "node_modules"));
    // The generated files that are not in git.
    await run(process.execPath, ["--import", "tsx", "scripts/generate.ts", "--built"], { cwd: older });
    shop = await startShop({ dataset: "sample" });
  });
  afterAll(async () => {
    await shop.close();
    rmSync(place, { recursive: true, force: true });
  });

  test.each(installed)("its client in $language, with this server", async (day) => {
    expect(await dayOf(join(older, "generated", "clients"), day, shop.url)).toMatch(wholeDay);
  });

  test("its server, with the clients of this version", async () => {
    const settings = ["--storage", "memory:", "--port", "0", "--no-env-file"];
    const server = new Program([process.execPath, "--import", "tsx", "src/main.ts", ...settings], older, {});
    onTestFinished(async () => {
      server.kill("SIGKILL");
      await server.ended;
    });
    const url = await server.address();
    for (const day of installed)
      expect(await dayOf(join(root, "generated", "clients"), day, url)).toMatch(wholeDay);
  });
});
