/** The page about fidelity: for each operation, whether recordings of a living shop prove our answers. */
import type { Contract } from "../../../engine/contract/contract.js";
import { differenceText } from "../replay/report-forms.js";
import {
  countsOf,
  type DifferentExchange,
  type OperationReport,
  type ReplayReport,
} from "../replay/report.js";
import type { DifferenceRule } from "../replay/rules.js";

export interface FidelityPart {
  /** The recording and its doors. */
  readonly title: string;
  readonly report: Pick<ReplayReport, "operations" | "different" | "totals">;
}

interface Row {
  same: number;
  same_values: number;
  decided: number;
  different: number;
  not_replayed: number;
  /** Exchanges that were replayed, by door. */
  readonly doors: Map<string, number>;
  /** Doors with a result that is the same in form, and with its values. */
  readonly proven: Set<string>;
  readonly provenValues: Set<string>;
  readonly rules: Set<string>;
}

/** @param opening title and introduction, above the tables */
export function fidelityPage(
  parts: readonly FidelityPart[],
  rules: readonly DifferenceRule[],
  contract: Contract,
  opening: string,
): string {
  const rows = rowsOf(parts);
  const known = Object.keys(contract.tables.operations);
  const others = [...rows.keys()].filter((name) => !known.includes(name));
  const words = { "same values": 0, "same form": 0, decided: 0, different: 0, unknown: 0 };
  for (const name of known) words[wordFor(rows.get(name))] += 1;
  const used = new Map(countsOf(operationsOf(parts), "rules"));
  return [
    opening,
    "",
    "| Recording | Exchanges | Same | Decided | Different | Not replayed |",
    "|---|---|---|---|---|---|",
    ...parts.map(({ title, report: { totals } }) => {
      const { same, decided, different, not_replayed } = totals;
      const all = same + decided + different + not_replayed;
      return `| ${title} | ${all} | ${same} | ${decided} | ${different} | ${not_replayed} |`;
    }),
    "",
    `Of ${known.length} operations, ${words["same values"]} have the same values, ${words["same form"]} the same form, ${words.decided} are decided, ${words.different} different, and ${words.unknown} unknown:`,
    "",
    '- **same values**: for each protocol in the column "Exchanges by door", at least one result is the same, including its values. All differences in form of the other results are intended;',
    "- **same form**: for each of these protocols, at least one result has the same members and types. All differences in form of the other results are intended;",
    "- **decided**: for one of these protocols, all results differ in form and all differences are intended, or only faults were recorded;",
    "- **different**: at least one exchange has a difference that no rule accepts;",
    "- **unknown**: no exchange was replayed.",
    "",
    "## Operations",
    "",
    ...operationTable(known, rows),
    "",
    "## Methods of the protocol, REST, and invalid requests",
    "",
    ...operationTable(others.sort(), rows),
    "",
    "## Decisions",
    "",
    "| Rule | Decision | Exchanges |",
    "|---|---|---|",
    ...rules
      .filter(({ rule }) => used.has(rule))
      .map(({ rule, why }) => `| ${cell(rule)} | ${cell(why)} | ${used.get(rule)} |`),
    "",
    ...differentPart(parts),
    "## Not replayed",
    "",
    ...reasonTable(parts),
    "",
  ].join("\n");
}

const counted = ["same", "same_values", "decided", "different", "not_replayed"] as const;

function rowsOf(parts: readonly FidelityPart[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { operation, door, rules, ...counts } of operationsOf(parts)) {
    const row = rows.get(operation) ?? emptyRow();
    rows.set(operation, row);
    for (const name of counted) row[name] += counts[name];
    const replayed = counts.same + counts.decided + counts.different;
    if (door !== null && replayed > 0) {
      row.doors.set(door, (row.doors.get(door) ?? 0) + replayed);
      if (counts.same_results > 0) row.proven.add(door);
      if (counts.same_values > 0) row.provenValues.add(door);
    }
    for (const rule of Object.keys(rules)) row.rules.add(rule);
  }
  return rows;
}

function operationsOf(parts: readonly FidelityPart[]): readonly OperationReport[] {
  return parts.flatMap(({ report }) => report.operations);
}

function emptyRow(): Row {
  return {
    ...{ same: 0, same_values: 0, decided: 0, different: 0, not_replayed: 0 },
    ...{ doors: new Map(), proven: new Set(), provenValues: new Set(), rules: new Set() },
  };
}

/** An operation is proven by a success by each of its doors. */
function wordFor(row: Row | undefined): "same values" | "same form" | "decided" | "different" | "unknown" {
  if (!row || row.same + row.decided + row.different === 0) return "unknown";
  if (row.different > 0) return "different";
  const doors = [...row.doors.keys()];
  if (doors.every((door) => row.provenValues.has(door)) && row.same_values > 0) return "same values";
  return doors.every((door) => row.proven.has(door)) && row.same > 0 ? "same form" : "decided";
}

function operationTable(names: readonly string[], rows: ReadonlyMap<string, Row>): string[] {
  return [
    "| Operation | | Same values | Same form or fault | Decided | Different | Not replayed | Exchanges by door | By rules |",
    "|---|---|---|---|---|---|---|---|---|",
    ...names.map((name) => {
      const row = rows.get(name) ?? emptyRow();
      const { same, same_values, decided, different, not_replayed, doors, rules } = row;
      const numbers = [same_values, same - same_values, decided, different, not_replayed].join(" | ");
      const byDoor = [...doors].sort().map(([door, count]) => `${door}: ${count}`);
      return `| \`${cell(name)}\` | ${wordFor(row)} | ${numbers} | ${byDoor.join(", ")} | ${[...rules].sort().join(", ")} |`;
    }),
  ];
}

/** One row per exchange. */
function differentPart(parts: readonly FidelityPart[]): string[] {
  const all = parts.flatMap(({ title, report }) => report.different.map((one) => ({ title, one })));
  if (all.length === 0) return [];
  return [
    "## Different",
    "",
    "| Operation | Exchange | Difference |",
    "|---|---|---|",
    ...all.map(({ title, one }) => {
      const place = `${title}, line ${one.line}${one.note === undefined ? "" : `: ${one.note}`}`;
      return `| \`${cell(one.operation)}\` | ${cell(place)} | ${cell(differencesText(one))} |`;
    }),
    "",
  ];
}

function differencesText({ differences, recorded_message, received_message }: DifferentExchange): string {
  const shown = differences.slice(0, 3).map(differenceText);
  const more = differences.length > 3 ? [`and ${differences.length - 3} more`] : [];
  const messages = [recorded_message, received_message].filter((text) => text !== undefined);
  return [...shown, ...more, ...messages.map((text) => `“${text.slice(0, 80)}”`)].join("; ");
}

function reasonTable(parts: readonly FidelityPart[]): string[] {
  const reasons = countsOf(operationsOf(parts), "reasons");
  if (reasons.length === 0) return ["Everything was replayed."];
  return [
    "| Reason | Exchanges |",
    "|---|---|",
    ...reasons.map(([reason, times]) => `| ${cell(reason)} | ${times} |`),
  ];
}

/** Escapes texts of a shop, so that they cannot contain markup of the page. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[&<>|\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}
