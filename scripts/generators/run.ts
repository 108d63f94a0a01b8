/**
 * `npm run generators`: runs third-party generators on the contracts that a server serves. Each generator is
 * installed separately and run. Its output is compiled with `strict`, apart from that of the others, and searched
 * for `any` and `unknown`. A generated client then runs a typical day of the shop. The exit code is 1 if
 * something fails that is not a known problem of the generator.
 */
import { execFile } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
  console.error("Installing the generators: 700 MB, 1 to 3 minutes …");
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
    console.error(`Generating: ${tool.name} …`);
    const problems: string[] = [];
    for (const command of tool.commands) {
      const target = command[command.indexOf("-o") + 1] ?? "";
      if (target.endsWith(".ts")) mkdirSync(join(workspace, dirname(target)), { recursive: true });
      const { ok, text } = await run("npx", ["--no-install", ...command]);
      if (!ok) problems.push(text.split("\n").at(-1) ?? "failed");
    }
    const empty = tool.output.filter((folder) => filesIn(folder).length === 0);
    problems.push(...empty.map((folder) => `nothing is written into ${folder}`));
    failures.set(tool, problems.join("; "));
  }
  return failures;
}

/** An error in a file of an output: a compiler that does not report it would report no other one in this file. */
const plant = '{ const planted: "planted" = "found"; }\n';

interface Compilation {
  readonly errors: number;
  /** Files in which the compiler does not find what is planted. */
  readonly unchecked: number;
  readonly text: string;
}

/**
 * Compiles the output and the day of one tool: errors of syntax in one file hide the type errors of all files that are
 * compiled with it.
 */
async function compile(tool: Tool): Promise<Compilation> {
  const files = tool.output.flatMap(filesIn);
  for (const file of files) {
    const path = join(workspace, file);
    // Some generators turn the compiler off in their files, but their types are what is asked for here.
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("// @ts-nocheck", "") + plant);
  }
  const program = [...tool.output, ...(tool.day === undefined ? [] : [`days/${tool.day}.ts`])];
  const project = { extends: "./tsconfig.json", include: program };
  writeFileSync(join(workspace, "tsconfig.tool.json"), JSON.stringify(project));
  const { ok, text } = await run("npx", ["--no-install", "tsc", "-p", "tsconfig.tool.json"]);
  for (const file of files) {
    const path = join(workspace, file);
    writeFileSync(path, readFileSync(path, "utf8").slice(0, -plant.length));
  }
  const messages = text.split("\n").filter((line) => /\berror TS\d+: /.test(line));
  if (!ok && messages.length === 0) throw new Error(`the compiler fails for ${tool.name}:\n${text}`);
  const [found, errors] = [true, false].map((isPlanted) =>
    messages.filter((line) => line.includes(`'"planted"'`) === isPlanted),
  ) as [string[], string[]];
  return { errors: errors.length, unchecked: files.length - found.length, text: errors.join("\n") };
}

/** The modules in a folder of the workspace. */
function filesIn(folder: string): string[] {
  const path = join(workspace, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

async function outcomeOf(tool: Tool, notGenerated: string, url: string): Promise<Outcome> {
  const row = [nameWithVersions(tool), "not generated", "–", "–"] as const;
  if (notGenerated !== "") {
    console.error(`${tool.name}: ${notGenerated}`);
    return { row, failed: true };
  }
  console.error(`Compiling: ${tool.name} …`);
  const { errors, unchecked, text } = await compile(tool);
  const loose = tool.types.flatMap((file) => looseTypes(join(workspace, file)));
  const program = ["--no-install", "tsx", `days/${tool.day}.ts`, url];
  const day = tool.day === undefined ? undefined : await run("npx", program);
  const problems = [
    ...(errors === (tool.known?.errors ?? 0)
      ? []
      : [`${errors} errors, known are ${tool.known?.errors ?? 0}`, text]),
    ...(unchecked === 0 || tool.known?.kind === "syntax"
      ? []
      : [`the compiler does not find a planted error in ${unchecked} files`]),
    ...loose,
    ...(day === undefined || day.ok ? [] : [day.text]),
  ];
  for (const problem of problems) console.error(`${tool.name}: ${problem}`);
  return {
    row: [
      nameWithVersions(tool),
      errors === 0 ? "yes" : `no, ${errors} errors`,
      tool.types.length === 0 ? "–" : loose.length === 0 ? "none" : String(loose.length),
      tool.day === undefined ? "–" : day?.ok ? "runs" : "fails",
    ],
    failed: problems.length > 0,
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

const summary = `Runs third-party generators on the contracts that a server serves, compiles each output with strict, searches it for any
and unknown, runs a typical day of the shop with each client, and writes the table of docs/generators.md. First installs the
generators and Node.js 22, which some of them need, separately: 700 MB, kept in node_modules/.cache. The exit code is 1 if
something fails that is not a known problem of a generator.`;
new Command("npm run generators --").description(summary).parse();

await install();
const server = await startServer({ logLevel: "silent" });
try {
  await fetchContracts(server.url);
  const generated = await generate();
  const outcomes: Outcome[] = [];
  for (const tool of tools) outcomes.push(await outcomeOf(tool, generated.get(tool) ?? "", server.url));
  const rows = outcomes.map(({ row }) => row);
  console.table(rows);
  writeTable(rows);
  process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;
} finally {
  await server.stop();
}
