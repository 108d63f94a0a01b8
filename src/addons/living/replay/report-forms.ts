/** The report as a table for the terminal and as JUnit XML. */
import { xmlText } from "../../../engine/xml/text.js";
import type { AnswerDifference } from "./differences.js";
import { countsOf, type DifferentExchange, type OperationReport, type ReplayReport } from "./report.js";

/** Exchanges that are shown with their differences; the JSON report has more. */
const mostShown = 50;

export function replayTable(report: ReplayReport): string {
  const { operations, different, totals } = report;
  const width = operations.reduce((widest, { operation }) => Math.max(widest, operation.length), 0);
  const rows = operations.map((row) => rowText(row, width));
  const details = different.slice(0, mostShown).flatMap((one) => ["", ...exchangeLines(one)]);
  const more = totals.different - Math.min(different.length, mostShown);
  return [
    `${"".padEnd(5)}${"operation".padEnd(width)}  ${"door".padEnd(8)}   same decided different not replayed`,
    ...rows,
    ...details,
    ...(more > 0 ? ["", `… and ${more} more; --json lists ${different.length} of them`] : []),
    "",
    ...countsOf(operations, "reasons").map(([reason, times]) => `Not replayed, ${times}: ${reason}`),
    totalText(totals),
    "",
  ].join("\n");
}

function rowText(row: OperationReport, width: number): string {
  const { operation, door, same, decided, different, not_replayed } = row;
  const mark = different > 0 ? "DIFF" : same + decided > 0 ? "ok" : "-";
  const numbers = [
    String(same).padStart(5),
    String(decided).padStart(7),
    String(different).padStart(9),
    String(not_replayed).padStart(12),
  ];
  return `${mark.padEnd(5)}${operation.padEnd(width)}  ${(door ?? "-").padEnd(8)}  ${numbers.join(" ")}`;
}

function totalText(totals: ReplayReport["totals"]): string {
  const { same, decided, different, not_replayed } = totals;
  const all = same + decided + different + not_replayed;
  return `${all} exchanges: ${same} same, ${decided} decided, ${different} different, ${not_replayed} not replayed`;
}

function exchangeLines(exchange: DifferentExchange): string[] {
  const { line, operation, door, scenario, note, args, recorded_message, received_message, differences } =
    exchange;
  const where = [`line ${line}`, ...(scenario === undefined ? [] : [scenario])].join(", ");
  return [
    `${operation} by ${door}, ${where}${note === undefined ? "" : `: ${note}`}`,
    ...(args === undefined ? [] : [`  arguments ${short(JSON.stringify(args))}`]),
    ...differences.slice(0, 10).map((one) => `  ${differenceText(one)}`),
    ...(differences.length > 10 ? [`  … and ${differences.length - 10} more`] : []),
    ...(recorded_message === undefined ? [] : [`  recorded: ${short(recorded_message)}`]),
    ...(received_message === undefined ? [] : [`  received: ${short(received_message)}`]),
  ];
}

export function differenceText({ kind, path, recorded, received }: AnswerDifference): string {
  switch (kind) {
    case "outcome":
      return `recorded ${recorded}, received ${received}`;
    case "missing":
      return `${path} is missing; recorded ${recorded}`;
    case "further":
      return `${path} was not there; received ${received}`;
    case "length":
      return `${path} had ${recorded} elements, has ${received}`;
    case "type":
      return `${path} was a ${recorded}, is a ${received}`;
    case "value":
      return `${path} was ${recorded}, is ${received}`;
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** JUnit XML with a test case for each operation and door. */
export function junitOf({ operations, different, totals }: ReplayReport): string {
  const cases = operations.map((row) => {
    const { operation, door, same, decided, different: count } = row;
    const name = ` classname="${attribute(operation.split(".")[0] ?? "")}" name="${attribute(`${operation} by ${door ?? "no door"}`)}"`;
    if (count > 0) {
      const own = different.filter((one) => one.operation === operation && one.door === door).slice(0, 20);
      const text = own.flatMap((one) => [...exchangeLines(one), ""]).join("\n");
      return `    <testcase${name}><failure message="${count} exchanges differ">${xmlText(text)}</failure></testcase>`;
    }
    return same + decided > 0
      ? `    <testcase${name}/>`
      : `    <testcase${name}><skipped message="${attribute(Object.keys(row.reasons).join("; "))}"/></testcase>`;
  });
  const failures = operations.filter((row) => row.different > 0).length;
  const skipped = operations.filter((row) => row.same + row.decided + row.different === 0).length;
  const numbers = `tests="${operations.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="store-api replay" ${numbers}>`,
    ...cases,
    `    <system-out>${xmlText(totalText(totals))}</system-out>`,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function attribute(text: string): string {
  return xmlText(text).replaceAll('"', "&quot;");
}
