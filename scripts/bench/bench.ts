/**
 * `npm run bench`: measures the processor time of the service for a request. It compares the service with a
 * bare node:http server, which reads the same request and answers with the same number of bytes, and with
 * another commit (docs/speed.md). The servers are measured alternately, so that a noisy machine affects all
 * of them; every figure is a median.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { amount } from "../numbers.js";
import { writeCatalog } from "./catalog.js";
import { measure } from "./load.js";
import { rows, startPeers } from "./peers.js";
import { present, startBare, startStore, usageOf, type Running, type Version } from "./processes.js";
import { comparisons, optionsOf, scenarios, type Comparison, type Kind, type Scenario } from "./scenarios.js";
import { measureLargeStart, measureStart } from "./starts.js";
import { otherVersion } from "./versions.js";

const summary = `Measures the processor time of the service per request, compared with a bare node:http server in the same run. Takes some
minutes. Also shows rates, which are not meaningful on a busy machine or with few cores. The machine should be idle.`;
const options = new Command("npm run bench --")
  .description(summary)
  .option("--seconds <n>", "duration of each turn", amount, 2)
  .option("--turns <n>", "number of turns of each server; odd", amount, 5)
  .option("--products <n>", "number of products in the large shop", amount, 100_000)
  .option("--only <text>", "only scenarios whose name contains this text")
  .option(
    "--against <commit or folder>",
    "also measure another commit, or a built checkout, alternately with this one",
  )
  .option("--peers", "instead, compare with what a team could use in place of this service")
  .parse()
  .opts<Options>();

interface Options {
  readonly seconds: number;
  readonly turns: number;
  readonly products: number;
  readonly only?: string;
  readonly against?: string;
  readonly peers?: true;
}

/** How long a server works before it is measured. In its first three seconds, a call costs 9, 2 and 1.2 times as much. */
const warmingSeconds = 4;

/** Per turn. */
interface Costs {
  readonly microseconds: number[];
  readonly rates: number[];
}

const folder = mkdtempSync(join(tmpdir(), "store-bench-"));
const files = { small: join(folder, "small.jsonl"), large: join(folder, "large.jsonl") };
const other = options.against === undefined ? undefined : otherVersion(options.against);
const versions: readonly Version[] = [present, ...(other ? [other] : [])];
const running = new Map<string, Running>();
try {
  if (options.peers) console.table(await peerRows());
  else await measureScenarios();
} finally {
  await stopServers();
  other?.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function measureScenarios(): Promise<void> {
  const isWanted = ({ name }: { readonly name: string }) => name.includes(options.only ?? "");
  const all = scenarios(options.products);
  const wanted = all.filter(isWanted);
  const compared = comparisons.filter(isWanted);
  const isLargeStart = isWanted({ name: "start of the large shop" });
  const used = [...wanted, ...all.filter(({ name }) => compared.some((one) => isOf(one, name)))];
  if (isLargeStart || used.some(({ on }) => on === "small" || on === "large")) {
    progress(`writing a shop of ${options.products} products`);
    await writeCatalog(files.small, 1000);
    await writeCatalog(files.large, options.products);
  }
  const measured: Record<string, object> = {};
  for (const scenario of wanted) measured[scenario.name] = await row(scenario);
  if (wanted.length > 0) console.table(measured);
  const ratios: Record<string, object> = {};
  for (const comparison of compared) ratios[comparison.name] = await ratioRow(comparison, all);
  if (compared.length > 0) console.table(ratios);
  if (isWanted({ name: "start" })) console.table(await startRows());
  // They would take memory from the starts.
  await stopServers();
  if (isLargeStart) console.table(await largeStartRows());
}

async function stopServers(): Promise<void> {
  for (const server of running.values()) await server.stop();
  running.clear();
}

async function row(scenario: Scenario): Promise<object> {
  progress(scenario.name);
  const store = await serverOf(present, scenario.on);
  const request = await scenario.requests(store);
  const bare = await startBare(await answerSize(store, request));
  const [bareCosts, ours] = (await costsInTurns([
    { ...scenario, store: bare, request, success: 200 },
    { ...scenario, store, request },
  ])) as [Costs, Costs];
  await bare.stop();
  return {
    ...figures(ours, bareCosts, scenario.operations),
    wanted: scenario.wanted,
    ...(other && { [`this / ${other.name}`]: await againstRow(scenario, other) }),
  };
}

async function againstRow(scenario: Scenario, version: Version): Promise<number> {
  const sides = [
    { scenario, version: present },
    { scenario, version },
  ];
  return ratioOf(sides, "microseconds", `${scenario.name} against ${version.name}`);
}

/** One row for each request and server. The bare server answers with as many bytes as this service on `memory:`. */
async function peerRows(): Promise<Record<string, object>> {
  progress("the starts of the peers");
  const peers = await startPeers(folder);
  for (const { name, server } of peers) running.set(name, server);
  const table: Record<string, object> = {};
  for (const name of rows) {
    progress(name);
    const asked = peers.map(({ server, requests }) => ({ store: server, request: counted(requests[name]) }));
    const sizes: number[] = [];
    for (const { store, request } of asked) sizes.push(await answerSize(store, request));
    const [ours] = asked;
    if (!ours) throw new Error("nothing to measure");
    const bare = await startBare(sizes[0] ?? 0);
    const [bareCosts, ...costs] = (await costsInTurns([
      { store: bare, request: ours.request },
      ...asked,
    ])) as [Costs, ...Costs[]];
    await bare.stop();
    for (const [at, one] of costs.entries()) {
      table[`${name}: ${peers[at]?.name}`] = {
        ...figures(one, bareCosts),
        bytes: sizes[at],
      };
    }
  }
  return table;
}

function figures(one: Costs, bare: Costs, operations = 1) {
  return {
    "us of processor time": round(median(one.microseconds) / operations, 1),
    "bare / this": Number((median(bare.microseconds) / median(one.microseconds)).toPrecision(2)),
    "a second": Math.round(median(one.rates) * operations),
  };
}

function counted(request: (n: number) => Buffer): () => Buffer {
  let count = 0;
  return () => request(count++);
}

function isOf({ of, beside }: Comparison, name: string): boolean {
  return name === of || name === beside;
}

async function ratioRow(comparison: Comparison, all: readonly Scenario[]): Promise<object> {
  const sides = [comparison.of, comparison.beside].map((name) => {
    const scenario = all.find((one) => one.name === name);
    if (!scenario) throw new Error(`there is no scenario "${name}"`);
    return { scenario, version: present };
  });
  const figure = comparison.by === "rate" ? "rates" : "microseconds";
  return { ratio: await ratioOf(sides, figure, comparison.name), wanted: comparison.wanted };
}

interface Side {
  readonly scenario: Scenario;
  readonly version: Version;
}

/**
 * Measures two sides in turns, since what they cost minutes apart differs by a third. Each turn has new servers, since the
 * same code differs by a twentieth from process to process. @returns the median of the ratios
 */
async function ratioOf(sides: readonly Side[], figure: keyof Costs, name: string): Promise<number> {
  const ratios: number[] = [];
  for (let turn = 0; turn < options.turns; turn += 1) {
    progress(`${name}, turn ${turn + 1} of ${options.turns}`);
    await stopServers();
    const measured: Measured[] = [];
    for (const { scenario, version } of sides) {
      const store = await serverOf(version, scenario.on);
      measured.push({ ...scenario, store, request: await scenario.requests(store) });
    }
    const [one, beside] = (await costsInTurns(measured, 2)) as [Costs, Costs];
    ratios.push(sum(one[figure]) / sum(beside[figure]));
  }
  return round(median(ratios));
}

type Measured = Pick<Scenario, "connections" | "success"> & {
  readonly store: Running;
  readonly request: () => Buffer;
};

async function costsInTurns(measured: readonly Measured[], turns = options.turns): Promise<readonly Costs[]> {
  for (const one of measured) await cost(one, warmingSeconds);
  const costs: Costs[] = measured.map(() => ({ microseconds: [], rates: [] }));
  for (let turn = 0; turn < turns; turn += 1) {
    const entries = [...measured.entries()];
    // Forth and back, since the first of two equal servers seemed to cost a twentieth more.
    for (const [at, one] of turn % 2 === 0 ? entries : entries.toReversed()) {
      const { microseconds, rate } = await cost(one);
      costs[at]?.microseconds.push(microseconds);
      costs[at]?.rates.push(rate);
    }
  }
  return costs;
}

async function serverOf(version: Version, kind: Kind): Promise<Running> {
  const key = `${version.name} ${kind}`;
  const known = running.get(key);
  if (known) return known;
  const store = await startStore(version, optionsOf(kind, files));
  running.set(key, store);
  return store;
}

/** Processor time of the server for one request. */
async function cost(
  { store, request, connections = 16, success }: Measured,
  seconds = options.seconds,
): Promise<{ microseconds: number; rate: number }> {
  const before = await usageOf(store);
  const { port } = store;
  const load = { port, connections, seconds, request, ...(success ? { success } : {}) };
  const { requests, requestsPerSecond, errors, error } = await measure(load);
  if (errors > 0) throw new Error(`measured ${errors} failures, first: ${error}`);
  const { cpuSeconds } = await usageOf(store);
  return { microseconds: ((cpuSeconds - before.cpuSeconds) * 1e6) / requests, rate: requestsPerSecond };
}

async function answerSize({ port }: Running, request: () => Buffer): Promise<number> {
  const { bytes } = await measure({ port, connections: 4, seconds: 0.3, request });
  return Math.round(bytes);
}

async function startRows(): Promise<Record<string, object>> {
  const figure = await alternately("starts", measureStart);
  return {
    "start to ready, processor time, ms": { ...figure("cpu"), wanted: 700 },
    "start to ready, wall clock, ms": { ...figure("wall"), wanted: 600 },
    "import of the package, ms": { ...figure("imported"), wanted: 250 },
    "first startServer(), ms": { ...figure("started"), wanted: 150 },
  };
}

/** Each version starts over files that it has written itself. */
async function largeStartRows(): Promise<Record<string, object>> {
  const folderOf = ({ name }: Version) => join(folder, `shop-${name}`);
  for (const version of versions) {
    progress(`writing the files of the large shop (${version.name})`);
    const options = { storage: "file", dataset: files.large, folder: folderOf(version) } as const;
    await (await startStore(version, options)).stop();
  }
  const figure = await alternately("starts of the large shop", (version) =>
    measureLargeStart(version, folderOf(version)),
  );
  return {
    "start of the large shop, processor time, ms": figure("cpu"),
    "start of the large shop, wall clock, ms": figure("wall"),
    "memory when ready, MB": figure("megabytes"),
    "work after ready, processor time, ms": figure("cpuAfterwards"),
  };
}

/** Measures the versions in turns. @returns the medians of a figure by version */
async function alternately<Figures extends { readonly [Name in keyof Figures]: number }>(
  what: string,
  measure: (version: Version) => Promise<Figures>,
): Promise<(name: keyof Figures) => Record<string, number>> {
  const measured = versions.map((): Figures[] => []);
  for (let turn = 0; turn < options.turns; turn += 1) {
    progress(`${what}, turn ${turn + 1} of ${options.turns}`);
    for (const [at, version] of versions.entries()) measured[at]?.push(await measure(version));
  }
  return (name) =>
    Object.fromEntries(
      versions.map((version, at) => [
        version.name,
        Math.round(median(measured[at]?.map((one) => one[name]) ?? [])),
      ]),
    );
}

function sum(values: readonly number[]): number {
  return values.reduce((so, value) => so + value, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

function progress(what: string): void {
  console.error(`measuring ${what} …`);
}
