/** `store-api conform --url …`: the golden exchanges against a running server, as a table. */
import { parseArgs } from "node:util";
import { ControlError } from "../../generated/clients/typescript/control.js";
import { readGoldenFiles, type GoldenFile } from "./golden.js";
import { Replay, type Difference, type Target } from "./replay.js";

export const conformHelp = `store-api conform --url <address> [--user admin] [--token <token>] [--only <operation>]

Replays the golden exchanges against a running server, as an API user with all rights, and compares every answer.
The server's data is reset before each of them and at the end: use a server whose data nobody needs. Its test control must be reachable.

  store-api conform --url http://127.0.0.1:8080
  store-api conform --url http://127.0.0.1:8080 --only sales_order.hold

Exit codes: 0 every answer is as written, 1 some differ, 2 wrong usage, 3 the server cannot be used.
`;

export interface ConformanceReport {
  readonly rows: readonly { readonly operation: string; readonly passed: number; readonly failed: number }[];
  readonly differences: readonly (Difference & { readonly title: string })[];
}

/** @param only an operation; all without it */
export async function conformance(target: Target, only?: string): Promise<ConformanceReport> {
  const replay = new Replay(target);
  await replay.check();
  const rows = new Map<string, { operation: string; passed: number; failed: number }>();
  const differences: (Difference & { title: string })[] = [];
  for (const file of readGoldenFiles().filter(({ operation }) => only === undefined || operation === only)) {
    const row = rowOf(rows, file);
    const difference = await replay.file(file);
    if (difference === undefined) row.passed += 1;
    else {
      row.failed += 1;
      differences.push({ title: file.title, ...difference });
    }
  }
  await replay.tidy();
  return { rows: [...rows.values()], differences };
}

function rowOf(rows: Map<string, ConformanceReport["rows"][number]>, { operation }: GoldenFile) {
  const row = rows.get(operation) ?? { operation, passed: 0, failed: 0 };
  rows.set(operation, row);
  return row as { passed: number; failed: number };
}

/** @returns the exit code */
export async function runConform(argv: readonly string[], say: (text: string) => void): Promise<number> {
  const options = readOptions(argv);
  if (typeof options === "string") {
    say(options);
    return options === conformHelp ? 0 : 2;
  }
  const { only, ...target } = options;
  try {
    const report = await conformance(target, only);
    if (report.rows.length === 0) {
      say(`There is no golden exchange of ${only}.\n`);
      return 2;
    }
    say(tableOf(report));
    return report.differences.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    say(`The server at ${target.url} cannot be used: ${error.message}\n`);
    return 3;
  }
}

/** The text to show instead of a run is an answer too. */
function readOptions(argv: readonly string[]): (Target & { only: string | undefined }) | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        url: { type: "string" },
        user: { type: "string", default: "admin" },
        token: { type: "string" },
        only: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) return conformHelp;
    const { url, user, token, only } = values;
    if (url === undefined || !URL.canParse(url)) return "conform needs --url <address of the server>\n";
    return { url: url.replace(/\/+$/, ""), username: user, token, only };
  } catch (error) {
    return `${(error as Error).message}\n`;
  }
}

const widestValue = 400;

export function tableOf({ rows, differences }: ConformanceReport): string {
  const width = rows.reduce((widest, { operation }) => Math.max(widest, operation.length), 0);
  const lines = rows.map(
    ({ operation, passed, failed }) =>
      `${failed === 0 ? "ok  " : "FAIL"} ${operation.padEnd(width)} ${passed} of ${passed + failed}`,
  );
  const details = differences.flatMap(({ place, title, expected, received }) => [
    "",
    `${place}: ${title}`,
    `  expected ${shown(expected)}`,
    `  received ${shown(received)}`,
  ]);
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const total = `${passed} of ${passed + differences.length} exchanges are as written`;
  return [...lines, ...details, "", total, ""].join("\n");
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > widestValue ? `${text.slice(0, widestValue)}…` : text;
}
