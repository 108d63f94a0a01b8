/** The coverage as text for people, and as JUnit for CI. */
import { xmlText } from "../../engine/xml/text.js";
import type { CoveredOperation, CoverageReport, Share } from "./coverage.js";

/** One line for the end of a run. */
function coverageLine({
  operations,
  faults,
  parameters,
}: Pick<CoverageReport, "operations" | "faults" | "parameters">): string {
  const text = ({ covered, all, percent }: Share, what: string) =>
    `${covered} of ${all} ${what} (${percent} %)`;
  return `Coverage: ${text(operations, "operations")}, ${text(faults, "faults")}, ${text(parameters, "parameters")}.`;
}

/**
 * The lines for the end of a run: what the calls used, and the rules that none used.
 * @param minPercent of the operations, for a line about calls
 */
export function endOfRun(report: CoverageReport, minPercent = 0): string {
  const { covered, percent } = report.operations;
  const lines = covered > 0 && percent >= minPercent ? [coverageLine(report)] : [];
  return [...lines, ...unusedRulesLine(report)].map((line) => `${line}\n`).join("");
}

function unusedRulesLine({ rules_never_used: unused }: CoverageReport): readonly string[] {
  return unused.length === 0 ? [] : [`Rules that no call used: ${unused.join("; ")}.`];
}

export function coverageText(report: CoverageReport): string {
  const called = report.rows.filter(({ calls }) => calls > 0);
  const never = report.rows.filter(({ calls }) => calls === 0).map(({ operation }) => operation);
  return [
    coverageLine(report),
    ...unusedRulesLine(report),
    ...called.map(textOf),
    ...(never.length === 0 ? [] : ["", `Never called: ${never.join(", ")}`]),
    "",
  ].join("\n");
}

function textOf(row: CoveredOperation): string {
  const ways = [...Object.entries(row.doors), ...Object.entries(row.forms)];
  const lines = [
    "",
    `${row.operation}: ${row.calls} ${row.calls === 1 ? "call" : "calls"} (${ways.map(([name, count]) => `${name.replace("_", " ")} ${count}`).join(", ")})`,
  ];
  const seen = Object.entries(row.faults_seen).map(([name, count]) => `${name} ${count}`);
  if (seen.length > 0) lines.push(`  faults seen: ${seen.join(", ")}`);
  if (row.faults_never_seen.length > 0)
    lines.push(`  faults never seen: ${row.faults_never_seen.join(", ")}`);
  if (row.parameters_never_given.length > 0)
    lines.push(`  parameters never given: ${row.parameters_never_given.join(", ")}`);
  return lines.join("\n");
}

interface Case {
  readonly name: string;
  readonly isCovered: boolean;
  readonly message: string;
}

/** A suite per namespace, a test per operation and per declared fault. What was never used is skipped. */
export function coverageJunit({ rows }: CoverageReport): string {
  const suites = new Map<string, Case[]>();
  for (const row of rows) {
    const { operation } = row;
    const namespace = operation.includes(".") ? operation.slice(0, operation.indexOf(".")) : "rest";
    suites.set(namespace, [...(suites.get(namespace) ?? []), ...casesOf(row)]);
  }
  const texts = [...suites].map(([namespace, cases]) => suiteOf(namespace, cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="coverage">\n${texts.join("")}</testsuites>\n`;
}

function casesOf({ operation, calls, faults_seen, faults_never_seen }: CoveredOperation): readonly Case[] {
  const fault = (name: string, isCovered: boolean) => ({
    ...{ name: `${operation} answers ${name}`, isCovered, message: "never seen" },
  });
  return [
    { name: `${operation} is called`, isCovered: calls > 0, message: "never called" },
    ...Object.keys(faults_seen).map((name) => fault(name, true)),
    ...faults_never_seen.map((name) => fault(name, false)),
  ];
}

function suiteOf(namespace: string, cases: readonly Case[]): string {
  const skipped = cases.filter(({ isCovered }) => !isCovered).length;
  const lines = cases.map(({ name, isCovered, message }) => {
    const head = `<testcase classname="${xmlText(namespace)}" name="${xmlText(name)}"`;
    return isCovered ? `    ${head}/>\n` : `    ${head}><skipped message="${message}"/></testcase>\n`;
  });
  const head = `name="${xmlText(namespace)}" tests="${cases.length}" failures="0" errors="0" skipped="${skipped}"`;
  return `  <testsuite ${head}>\n${lines.join("")}  </testsuite>\n`;
}
