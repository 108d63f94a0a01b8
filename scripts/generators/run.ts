/**
 * `npm run generators`: runs third-party generators on the contracts that a server serves. Each generator is
 * installed separately and run. Its output is compiled with `strict` and searched for `any` and `unknown`. A
 * generated client then runs a typical day of the shop. The exit code is 1 if something fails that is not a
 * known problem of the generator.
 */
import { execFile } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { startServer } from "../../src/testing/embedded/start-server.js";
import { projectRoot } from "../spec/chapters.js";
import { looseTypes } from "./loose-types.js";
import { configurations, tools, type Tool } from "./tools.js";

const here = join(projectRoot, "scripts", "generators");
const workspace = join(projectRoot, "node_modules", ".cache", "generators");

/** A row of the table, and whether the tool failed in an unknown way. */
interface Outcome {
  readonly row: readonly [tool: string, compiles: string, loose: string, day: string];
  readonly failed: boolean;
}

/**
 * Runs a program of the workspace. This process must keep running, because it is the server that the days
 * call.
 */
function run(command: string, args: readonly string[]): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    const options = { cwd: workspace, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, text: `${stdout}${stderr}`.trim() }),
    );
  });
}

async function install(): Promise<void> {
  mkdirSync(workspace, { recursive: true });
  const wanted = readFileSync(join(here, "package.json"), "utf8");
  const installed = join(workspace, "package.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return;
  console.error("Installing the generators …");
  rmSync(workspace, { recursive: true });
  mkdirSync(workspace);
  copyFileSync(join(here, "package.json"), installed);
  const { ok, text } = await run("npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--no-package-lock",
  ]);
  // Node.js itself, on which the generators run, is downloaded by the script of its package.
  const node = ok ? await run("npm", ["rebuild", "node"]) : { ok, text };
  if (node.ok) return;
  rmSync(installed);
  throw new Error(`the generators could not be installed:\n${node.text}`);
}

async function fetchContracts(url: string): Promise<void> {
  const names = {
    "rpc.json": "rpc.openapi.json",
    "rest.json": "openapi.json",
    "openrpc.json": "openrpc.json",
  };
  for (const [file, address] of Object.entries(names)) {
    writeFileSync(join(workspace, file), await (await fetch(`${url}/${address}`)).text());
  }
}

async function generate(): Promise<Map<Tool, string>> {
  rmSync(join(workspace, "out"), { recursive: true, force: true });
  rmSync(join(workspace, "days"), { recursive: true, force: true });
  cpSync(join(here, "days"), join(workspace, "days"), { recursive: true });
  cpSync(join(projectRoot, "examples", "datasets", "cart.yaml"), join(workspace, "cart.yaml"));
  for (const [file, text] of Object.entries(configurations)) writeFileSync(join(workspace, file), text);
  const failures = new Map<Tool, string>();
  for (const tool of tools) {
    const problems: string[] = [];
    for (const command of tool.commands) {
      const target = command[command.indexOf("-o") + 1] ?? "";
      if (target.endsWith(".ts")) mkdirSync(join(workspace, dirname(target)), { recursive: true });
      const { ok, text } = await run("npx", ["--no-install", ...command]);
      if (!ok) problems.push(text.split("\n").at(-1) ?? "failed");
    }
    failures.set(tool, problems.join("; "));
  }
  return failures;
}

/** Errors by file, as the compiler names it. */
async function compile(): Promise<Map<string, number>> {
  const { text } = await run("npx", ["--no-install", "tsc", "-p", "."]);
  const errors = new Map<string, number>();
  for (const [, file = ""] of text.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)) {
    errors.set(file, (errors.get(file) ?? 0) + 1);
  }
  return errors;
}

async function outcomeOf(
  tool: Tool,
  generated: string,
  errors: ReadonlyMap<string, number>,
  url: string,
): Promise<Outcome> {
  const own = tool.day === undefined ? [] : [`days/${tool.day}.ts`, "days/day.ts", "days/values.ts"];
  const wrong = [...errors].filter(([file]) => file.startsWith(`${tool.output}/`) || own.includes(file));
  const unknown = wrong.filter(([file]) => knownReason(tool, file) === undefined);
  const count = wrong.reduce((sum, [, number]) => sum + number, 0);
  const loose = tool.types.flatMap((file) => looseTypes(join(workspace, file)));
  const program = ["--no-install", "tsx", `days/${tool.day}.ts`, url];
  const day = tool.day === undefined ? undefined : await run("npx", program);
  const failed = generated !== "" || unknown.length > 0 || loose.length > 0 || day?.ok === false;
  if (failed)
    console.error([tool.name, generated, ...unknown.map(([file]) => file), ...loose, day?.text].join("\n"));
  const compiles = count === 0 ? "yes" : `no, ${count} errors`;
  return {
    row: [
      nameWithVersions(tool),
      generated === "" ? compiles : "not generated",
      tool.types.length === 0 ? "–" : loose.length === 0 ? "none" : String(loose.length),
      tool.day === undefined ? "–" : day?.ok ? "runs" : "fails",
    ],
    failed,
  };
}

/** The name with the installed version of each package in it: `orval 8.38.0 (fetch)`. */
function nameWithVersions({ name, packages }: Tool): string {
  return packages.reduce((text, module) => {
    const manifest = readFileSync(join(workspace, "node_modules", module, "package.json"), "utf8");
    return text.replace(module, `\`${module}\` ${(JSON.parse(manifest) as { version: string }).version}`);
  }, name);
}

const page = join(projectRoot, "docs", "generators.md");
const [begin, end] = ["<!-- Written by `npm run generators`. -->\n\n", "\n\n<!-- End of the table. -->"];

/** Replaces the table of docs/generators.md. */
function writeTable(rows: readonly (readonly string[])[]): void {
  const lines = [
    ["Generator", "Compiles", "`any`, `unknown`", "The day"],
    ["---", "---", "---", "---"],
    ...rows,
  ];
  const table = lines.map((cells) =>
    `| ${cells.join(" | ")} |`.replaceAll("| ---", "|---").replaceAll("--- |", "---|"),
  );
  const text = readFileSync(page, "utf8");
  const [before, rest] = [text.slice(0, text.indexOf(begin)), text.slice(text.indexOf(end))];
  writeFileSync(page, before + begin + table.join("\n") + rest);
}

function knownReason(tool: Tool, file: string): string | undefined {
  const entry = Object.entries(tool.known ?? {}).find(([end]) => file.endsWith(end));
  return entry?.[1];
}

const summary = `Runs third-party generators on the contracts that a server serves, compiles their output with strict, searches it for any
and unknown, runs a typical day of the shop with each client, and writes the table of docs/generators.md. First installs the
generators and Node.js 22, which some of them need, separately: 700 MB, kept in node_modules/.cache. The exit code is 1 if
something fails that is not a known problem of a generator.`;
new Command("npm run generators --").description(summary).parse();

await install();
const server = await startServer({ logLevel: "silent" });
try {
  await fetchContracts(server.url);
  const generated = await generate();
  const errors = await compile();
  const outcomes: Outcome[] = [];
  for (const tool of tools)
    outcomes.push(await outcomeOf(tool, generated.get(tool) ?? "", errors, server.url));
  const rows = outcomes.map(({ row }) => row);
  console.table(rows);
  writeTable(rows);
  process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
} finally {
  await server.stop();
}
