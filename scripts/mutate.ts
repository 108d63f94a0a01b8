/**
 * Mutation testing, room by room: `npm run mutate` for all, `npm run mutate -- sales/amounts values` for some. Every room
 * is measured with the tests that are about it; the scores go to docs/mutation-scores.json, what survives and why it may
 * is in docs/mutation.md. Ends with 1 when a room that was measured is below the threshold.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Percent of the mutants that a test notices. */
const threshold = 85;

const sales = ["test/sales/**"];
const catalog = (room: string) => [`test/catalog/${room}/**`];

/** What is measured, and with which tests. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  values: ["test/values/**", "test/sales/amounts/**", "test/customer/accounts/account-rules.test.ts"],
  filters: ["test/filters/**"],
  "sales/items": sales,
  "sales/amounts": sales,
  "sales/payment": sales,
  "sales/orders": sales,
  "sales/shipments": sales,
  "sales/invoices": sales,
  "sales/creditmemos": sales,
  "sales/placement": sales,
  "catalog/attribute-values": catalog("*"),
  "catalog/attributes": catalog("attributes"),
  "catalog/attribute-sets": catalog("attribute-sets"),
  "catalog/records": catalog("*"),
  "catalog/prices": catalog("prices"),
  "catalog/products": catalog("products"),
  "catalog/categories": catalog("categories"),
  "catalog/images": catalog("images"),
  "customer/accounts": ["test/customer/**", "test/http/customers/**"],
  "customer/addresses": ["test/customer/**"],
};

interface Mutant {
  readonly status: string;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Score {
  /** Percent. */
  readonly score: number;
  readonly killed: number;
  readonly survived: number;
  /** Not reached by any of the room's tests. */
  readonly not_covered: number;
  /** YYYY-MM-DD */
  readonly measured: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const scoresFile = `${root}docs/mutation-scores.json`;

function measure(room: string, tests: readonly string[]): Score {
  const files = tests.map((glob) => (glob.endsWith("**") ? `${glob}/*.test.ts` : glob)).join(",");
  const { status } = spawnSync("npx", ["stryker", "run", "--mutate", `src/${room}/**/*.ts`], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, MUTATE_TESTS: files },
  });
  if (status !== 0) throw new Error(`stryker ended with ${String(status)} in ${room}`);
  const report = JSON.parse(readFileSync(`${root}reports/mutation.json`, "utf8")) as Report;
  return scoreOf(Object.values(report.files).flatMap(({ mutants }) => mutants));
}

function scoreOf(mutants: readonly Mutant[]): Score {
  const count = (...statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  // An endless loop is noticed too.
  const killed = count("Killed", "Timeout");
  const [survived, not_covered] = [count("Survived"), count("NoCoverage")];
  const all = killed + survived + not_covered;
  const score = all === 0 ? 100 : Math.floor((killed * 1000) / all) / 10;
  return { score, killed, survived, not_covered, measured: new Date().toISOString().slice(0, 10) };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((room) => !(room in rooms));
if (unknown.length > 0) {
  throw new Error(`no such room: ${unknown.join(", ")}; there are ${Object.keys(rooms).join(", ")}`);
}
const scores = JSON.parse(readFileSync(scoresFile, "utf8")) as Record<string, Score>;
const low: string[] = [];
for (const [room, tests] of Object.entries(rooms)) {
  if (wanted.length > 0 && !wanted.includes(room)) continue;
  const score = measure(room, tests);
  scores[room] = score;
  writeFileSync(scoresFile, `${JSON.stringify(scores, undefined, 2)}\n`);
  if (score.score < threshold) low.push(`${room} ${score.score} %`);
}
if (low.length > 0) {
  console.error(`below ${threshold} %: ${low.join(", ")}`);
  process.exitCode = 1;
}
