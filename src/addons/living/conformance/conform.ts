/** Replays the golden exchanges against a running server and renders a table (`store-api conform`). */
import type { GoldenFile } from "./golden.js";
import { GoldenReplay, type GoldenDifference, type ControlledTarget } from "./replay.js";

interface ConformanceReport {
  readonly rows: readonly { readonly operation: string; readonly passed: number; readonly failed: number }[];
  readonly differences: readonly (GoldenDifference & { readonly title: string })[];
}

/** Throws a `ControlError` if the test control of the server cannot be used. */
export async function conformance(
  target: ControlledTarget,
  files: readonly GoldenFile[],
): Promise<ConformanceReport> {
  const replay = new GoldenReplay(target);
  await replay.check();
  const rows = new Map<string, { operation: string; passed: number; failed: number }>();
  const differences: (GoldenDifference & { title: string })[] = [];
  for (const file of files) {
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

const maxShownLength = 400;

export function conformanceTable({ rows, differences }: ConformanceReport): string {
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
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
