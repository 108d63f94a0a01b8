/**
 * The documents of the packages, acted out: each command and program in a block runs with the packages that the release makes, in folders
 * with nothing else, and with a server that npm installed from its tarball.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { marked } from "marked";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pythonWith } from "../addons/clients/interpreters.js";
import { outsideModules } from "../outside/packages.js";
import { Program } from "../support/process.js";
import { packageOf, patience, released, root, run, version, type Released } from "./released.js";

/** With what pip and pytest need from the system. */
const python = pythonWith("venv", "ensurepip", "tomllib", "pytest") ?? "";

let home: string;
let packages: Released;
let server: Program;
let url: string;

const place = (...names: string[]) => join(home, ...names);
/** The server, as npm installs it. */
const installed = (...names: string[]) => place("npm/node_modules/store-management-api", ...names);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "store-api-readmes-"));
  packages = await released();
  for (const folder of ["npm", "client", "source", "php"]) await mkdir(place(folder));
  // Otherwise curl exits with 0 when it is refused.
  await writeFile(place(".curlrc"), "fail\n");
  for (const folder of ["npm", "client"]) await writeFile(place(folder, "package.json"), "{}");
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  await run("npm", [...install, packageOf(packages, "api.tgz")], { cwd: place("npm") });
  await run("tar", [
    "-xzf",
    packageOf(packages, "api.tar.gz"),
    "-C",
    place("source"),
    "--strip-components=1",
  ]);
  await run(python, ["-m", "zipfile", "-e", packageOf(packages, "client.zip"), place("php")]);
  for (const name of ["of-source", "of-wheel"])
    await run(python, ["-m", "venv", "--system-site-packages", place(name)]);
  await run(place("of-wheel/bin/pip"), ["install", "--no-index", packageOf(packages, ".whl")]);
  [server, url] = await startServer("store-api");
}, patience);
afterAll(async () => {
  server.killGroup("SIGKILL");
  await server.ended;
  await rm(home, { recursive: true, force: true });
});

/** The programs of this machine, without those of the clone, and those of these folders before them. */
function environment(...folders: string[]): Record<string, string> {
  const system = (process.env.PATH ?? "").split(":").filter((folder) => !folder.startsWith(root));
  const own = [...folders, place("npm/node_modules/.bin"), dirname(process.execPath)];
  return { PATH: [...own, ...system].join(":"), HOME: home, TMPDIR: home, STORE_API_URL: url ?? "" };
}

/** @param command starts a server, which gets a free port */
async function startServer(command: string, folder = place("npm")): Promise<[Program, string]> {
  const { PATH = "" } = environment();
  const own = ["--port", "0", ...(command.includes("--storage") ? [] : ["--storage", "memory:"])];
  const words = ["sh", "-c", `exec ${command} ${own.join(" ")}`];
  const program = new Program(words, folder, { PATH, HOME: home }, { detached: true });
  return [program, await program.address()];
}

/** What a program prints. Rejects with all that it printed. */
async function output(folder: string, env: Record<string, string>, ...command: string[]): Promise<string> {
  const program = new Program(command, folder, env, { detached: true });
  // Also what it has started, if it waits for something when the test ends.
  let isRunning = true;
  onTestFinished(() => {
    if (isRunning) program.killGroup("SIGKILL");
  });
  const end = await program.ended;
  isRunning = false;
  if (end !== 0) throw new Error(`${command.join(" ")}: ${end}\n${program.stdout}${program.stderr}`);
  return program.stdout;
}

/** Commands for the clone, which has no package: `.ci/run` runs them. */
const forClone = /^npm (install$|start\b)/;
const startsServer = /^(npx --no-install )?store-api( --(?!help)|$)/;

/** Runs the commands of a block. One that starts a server runs beside those after it. */
async function runCommands(block: string, folder: string, env: Record<string, string>): Promise<string> {
  const lines = block.split("\n").map((line) => line.replace(/\s+# .*$/, ""));
  const found = lines.find((line) => startsServer.test(line));
  let address = url;
  if (found !== undefined) {
    const [program, own] = await startServer(found, folder);
    onTestFinished(() => {
      program.killGroup("SIGKILL");
    });
    address = own;
  }
  const script = lines.filter((line) => !startsServer.test(line) && !forClone.test(line)).join("\n");
  return output(folder, env, "sh", "-euc", at(script, address));
}

const at = (text: string, address = url) => text.replaceAll("http://127.0.0.1:8080", address);

/** Runs a program, from a file with this name. */
async function runProgram(
  name: string,
  text: string,
  folder: string,
  env: Record<string, string>,
  ...command: string[]
): Promise<string> {
  await writeFile(join(folder, name), at(text));
  return output(folder, env, ...command, name);
}

/** What the comments say that the calls before them print. */
const told = (program: string) =>
  [...program.matchAll(/^\s*(?:console\.log|print|echo)\b.*(?:\/\/|#) (.*)$/gm)]
    .map(([, text]) => `${text}\n`)
    .join("");

interface Document {
  readonly text: () => string;
  /** What is done with the blocks of each language, in this order: commands that change the shop come last. */
  readonly blocks: Readonly<Record<string, (blocks: readonly string[]) => Promise<void>>>;
}

const read = (...names: string[]) => readFileSync(place(...names), "utf8");
const isOnProxies = (block: string) => block.includes("proxy.internal");

const ofTypeScript: Document = {
  text: () => read("npm/node_modules/store-management-api/generated/clients/typescript/README.md"),
  blocks: {
    async sh([install = "", day = "", ...more]) {
      const tarball = packageOf(packages, "client.tgz");
      const local = install.replace(
        "npm install @store-management-api/client",
        `npm install --offline ${tarball}`,
      );
      expect([local.includes(tarball), more]).toEqual([true, []]);
      await runCommands(local, place("client"), environment());
      expect(await runCommands(day, place("client"), environment())).toMatch(wholeDay);
    },
    async ts(blocks) {
      await writeFile(place("client/readme.mts"), at(joined(blocks)));
      const flags = [
        "--strict",
        "--noUncheckedIndexedAccess",
        "--exactOptionalPropertyTypes",
        "--noImplicitReturns",
      ];
      const kind = [
        "--module",
        "NodeNext",
        "--target",
        "ES2022",
        "--lib",
        "ES2022,DOM",
        "--typeRoots",
        "none",
      ];
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      await output(
        place("client"),
        environment(),
        process.execPath,
        compiler,
        ...flags,
        ...kind,
        "readme.mts",
      );
      const printed = await output(place("client"), environment(), "node", "readme.mjs");
      expect(printed).toMatch(/^Stoneware Mug 12.5\n/);
      expect(printed).toContain("50 0 50");
    },
  },
};

/** The blocks as one program, each in a scope of its own. */
function joined(blocks: readonly string[]): string {
  const first = /^(import .*|declare module [^]*?^\})\n|^const (shop|control) = .*\n/gm;
  const heads = blocks.flatMap((block) => `${block}\n`.match(first) ?? []);
  const bodies = blocks.map((block) => `{\n${`${block}\n`.replace(first, "")}}\n`);
  const isImport = (head: string) => Number(head.startsWith("import"));
  return [...heads.sort((one, other) => isImport(other) - isImport(one)), ...bodies].join("");
}

const ofPython: Document = {
  text: () => read("source/README.md"),
  blocks: {
    async sh([install = "", day = "", ...more]) {
      const env = environment(place("of-source/bin"));
      const local = install.replace("pip install .", "pip install --no-index .");
      expect([local === install, more]).toEqual([false, []]);
      await runCommands(local, place("source"), env);
      expect(await runCommands(day, place("source"), env)).toMatch(wholeDay);
    },
    async python(blocks) {
      const env = environment(place("of-wheel/bin"));
      const program = blocks.filter((block) => !isOnProxies(block)).join("\n");
      expect(await runProgram("readme.py", program, home, env, "python3", "-I")).toBe(
        "mug-01 Stoneware Mug 12.5\nmug-01\n39\n",
      );
      // Those on proxies run in test/addons/clients/proxies.test.ts.
      await checkPython({ "first.py": blocks[0] ?? "", "readme.py": blocks.join("\n") });
    },
    async py([example = ""]) {
      const env = environment(place("of-wheel/bin"));
      const pytest = ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
      expect(await runProgram("test_readme.py", example, home, env, ...pytest)).toContain("1 passed");
      await checkPython({ "test_readme.py": example });
    },
  },
};

/** Pyright finds nothing in these programs in its strict mode, which has all rules of the others. */
async function checkPython(programs: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(place("pyright-"));
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, "pyrightconfig.json"), JSON.stringify({ typeCheckingMode: "strict" }));
  const pyright = [process.execPath, join(outsideModules, "pyright/index.js")];
  const args = ["--pythonpath", place("of-wheel/bin/python3"), "-p", folder];
  expect(await output(folder, environment(), ...pyright, ...args)).toContain("0 errors, 0 warnings");
}

const ofPhp: Document = {
  text: () => read("php/README.md"),
  blocks: {
    async sh([day = "", ...more]) {
      expect(more).toEqual([]);
      expect(await runCommands(day, place("php"), environment())).toMatch(wholeDay);
    },
    async json([manifest = ""]) {
      const project = await mkdtemp(place("composer-"));
      await writeFile(join(project, "composer.json"), manifest.replace("<this folder>", place("php")));
      const env = { ...environment(), COMPOSER_ALLOW_SUPERUSER: "1", COMPOSER_DISABLE_NETWORK: "1" };
      await output(project, env, "composer", "install", "--no-interaction", "--quiet");
      const use = "<?php require 'vendor/autoload.php'; echo StoreApi\\Fault::ORDER_NOT_HOLDABLE;";
      expect(await runProgram("use.php", use, project, env, "php")).toBe("order_not_holdable");
    },
    async php(blocks) {
      const program = blocks.filter((block) => !isOnProxies(block)).join("\n");
      expect(await runProgram("readme.php", `<?php\n${program}`, place("php"), environment(), "php")).toBe(
        "Stoneware Mugmug-0139\n",
      );
    },
    async text([example = ""]) {
      const head = "<?php\nrequire 'autoload.php';\nuse PHPUnit\\Framework\\TestCase;\n";
      const command = ["phpunit", "--do-not-cache-result"];
      const printed = await runProgram(
        "OrdersTest.php",
        head + example,
        place("php"),
        environment(),
        ...command,
      );
      expect(printed).toMatch(/OK \(1 test/);
    },
  },
};

const documents: Readonly<Record<string, Document>> = {
  "generated/clients/typescript/README.md": ofTypeScript,
  "generated/clients/python/README.md": ofPython,
  "generated/clients/php/README.md": ofPhp,
  "README.md": {
    text: () => readFileSync(installed("README.md"), "utf8"),
    blocks: {
      async json([answer = "", refusal = ""]) {
        const call = async (method: string, ...params: unknown[]) => {
          const headers = {
            "Content-Type": "application/json",
            Authorization: `Basic ${btoa("admin:admin123")}`,
          };
          const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
          return (await fetch(`${url}/api/jsonrpc`, { method: "POST", headers, body })).json();
        };
        expect(await call("catalog_product.getSpecialPrice", 1)).toEqual(JSON.parse(answer));
        expect(await call("catalog_product.info", 999)).toEqual(JSON.parse(refusal));
      },
      async js([program = ""]) {
        const printed = await runProgram("readme.mjs", program, place("npm"), environment(), "node");
        expect([printed.split("\n").length, printed]).toEqual([3, told(program)]);
      },
      async sh(blocks) {
        for (const block of blocks) {
          const printed = await runCommands(block, place("npm"), environment());
          // JSON-RPC answers with the status 200.
          expect(printed).not.toContain('"error":{');
        }
      },
    },
  },
  "docs/clients.md": {
    text: () => readFileSync(installed("docs/clients.md"), "utf8"),
    blocks: {
      async js([program = ""]) {
        const printed = await runProgram("clients.mjs", program, place("npm"), environment(), "node");
        expect(printed).toBe(told(program));
      },
      async python([program = ""]) {
        const env = environment(place("of-wheel/bin"));
        expect(await runProgram("clients.py", program, home, env, "python3", "-I")).toBe(told(program));
        await checkPython({ "clients.py": program });
      },
      async php([program = ""]) {
        const text = `<?php\n${program.replace("<clone>", installed())}`;
        expect(await runProgram("clients.php", text, home, environment(), "php")).toBe(told(program));
      },
      async sh(blocks) {
        const printed: string[] = [];
        for (const block of blocks) printed.push(await runCommands(block, place("npm"), environment()));
        // The days of the three clients.
        expect(printed.map((text) => text.match(/by REST: ada-/g)?.length ?? 0)).toContain(3);
      },
    },
  },
  "examples/own-operations/README.md": {
    text: () => readFileSync(installed("examples/own-operations/README.md"), "utf8"),
    blocks: {
      async sh([block = ""]) {
        await cp(installed("examples/own-operations"), place("npm/own-operations"), { recursive: true });
        const printed = await runCommands(block, place("npm/own-operations"), environment());
        expect(printed).not.toBe("");
      },
    },
  },
};

const wholeDay = /14.9, 50 in stock[^]*it is complete[^]*the forced fault came[^]*by REST: ada-/;

/** The blocks of code by language. */
function blocksIn(text: string): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const token of marked.lexer(text))
    if (token.type === "code") (found[String(token.lang)] ??= []).push(String(token.text));
  return found;
}

test.each(Object.keys(documents))("%s", { timeout: patience }, async (name) => {
  const { text, blocks } = documents[name] as Document;
  await fetch(`${url}/control/reset`, { method: "POST" });
  const found = blocksIn(text());
  expect(Object.keys(found).sort()).toEqual(Object.keys(blocks).sort());
  for (const [language, act] of Object.entries(blocks)) await act(found[language] ?? []);
});

test("these are all READMEs of the packages with blocks of code", () => {
  const names = readdirSync(installed(), { recursive: true, encoding: "utf8" });
  const readmes = names.filter(
    (name) => /(^|\/)README\.md$/.test(name) && !/node_modules|\/files\//.test(name),
  );
  const withCode = readmes.filter(
    (name) => Object.keys(blocksIn(readFileSync(installed(name), "utf8"))).length > 0,
  );
  // Its block is a part of a chapter.
  const tested = [...Object.keys(documents).filter((name) => name !== "docs/clients.md"), "spec/README.md"];
  expect(withCode.sort()).toEqual(tested.sort());
  expect(existsSync(installed("docs/clients.md"))).toBe(true);
});

test("pip shows what PyPI will", async () => {
  const pip = [place("of-wheel/bin/pip"), "show", "--verbose", "store-management-api"];
  const shown = await output(home, environment(), ...pip);
  expect(shown).toMatch(new RegExp(`^Version: ${version}$`, "m"));
  expect(shown).toMatch(/^Metadata-Version: 2\.4$/m);
  expect(shown).toMatch(/^ {2}Framework :: Pytest$/m);
});

test("the client packages have the READMEs of the server's package", () => {
  const ofServer = (language: string) =>
    readFileSync(installed("generated/clients", language, "README.md"), "utf8");
  expect(read("client/node_modules/@store-management-api/client/README.md")).toBe(ofServer("typescript"));
  expect(read("source/README.md")).toBe(ofServer("python"));
  expect(read("php/README.md")).toBe(ofServer("php"));
});
