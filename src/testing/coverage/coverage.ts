/** Which operations, faults, parameters and forms the calls of a test run have used (docs/testing.md). */
import type { components } from "../../../generated/rest.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { EndedCall } from "../../engine/calls/observer.js";
import { positionalArguments, type ArgumentForm } from "../../engine/contract/arguments.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { Settings } from "../../engine/config/config.js";
import { isObject } from "../../engine/values/coercion.js";
import { shorten } from "../../engine/values/text.js";
import { isOperationOf } from "../matching/operations.js";

/** How arguments were given. */
type Form = "by_name" | "by_position";

interface Seen {
  calls: number;
  readonly doors: Map<string, number>;
  readonly forms: Map<Form, number>;
  readonly faults: Map<string, number>;
  readonly parameters: Set<string>;
}

export type Share = components["schemas"]["CoverageShare"];
export type CoveredOperation = components["schemas"]["CoveredOperation"];
export type CoverageReport = components["schemas"]["Coverage"];

/** Notes the rules of one instance. */
export interface RuleTally {
  added(rule: CountedRule): void;
  used(rule: CountedRule): void;
}

interface CountedRule {
  readonly id: number;
  /** What it is for: `catalog_product.info with {"productId":1}`. */
  readonly text: string;
  /** Such a rule is in every sandbox; one call that uses it is enough. */
  readonly isOfStart: boolean;
}

const maxRules = 1000;
const maxRuleLength = 500;

/** Counts the calls of a server and all its sandboxes. Resets do not clear it. */
export class Coverage {
  private readonly seen = new Map<string, Seen>();
  /** The texts of the rules that no call has used. */
  private readonly unusedRules = new Map<string, string>();
  private readonly usedStartRules = new Set<string>();
  private instances = 0;

  rulesOfInstance(): RuleTally {
    const instance = (this.instances += 1);
    const keyOf = ({ id, text, isOfStart }: CountedRule) => (isOfStart ? text : `${instance} ${id}`);
    return {
      added: (rule) => {
        const key = keyOf(rule);
        if (this.usedStartRules.has(key) || this.unusedRules.size >= maxRules) return;
        this.unusedRules.set(key, shorten(rule.text, maxRuleLength));
      },
      used: (rule) => {
        const key = keyOf(rule);
        this.unusedRules.delete(key);
        if (rule.isOfStart) this.usedStartRules.add(key);
      },
    };
  }

  /** Notes an answer of the gateway that waits for the next capture, and the call that asked for it. */
  noteGateway(sandbox: string, { operation, changes = [] }: EndedCall): void {
    const change = changes.find(({ collection, id }) => collection === "settings" && id === "gateway");
    if (!change) return;
    const { answer, times } = (change.after ?? {}) as { readonly answer?: string; readonly times?: number };
    const key = `gateway of ${sandbox}`;
    this.unusedRules.delete(key);
    // With times 0, the answer is not used up, so nothing tells whether a call has asked for it.
    if (operation === "setGatewayAnswer" && answer !== "ok" && times !== 0)
      this.unusedRules.set(key, `PUT /control/gateway ${JSON.stringify({ answer })}`);
  }

  note({ operation, row, door, args, fault, ending }: EndedCall): void {
    if (door === undefined || door === "control" || ending === "given_up") return;
    const seen = this.entryOf(operation);
    seen.calls += 1;
    count(seen.doors, door);
    if (fault !== undefined) count(seen.faults, fault);
    if (!args || args.form === "unusable") return;
    count(seen.forms, formOf(args));
    addGivenParameters(seen.parameters, row, args);
  }

  private entryOf(operation: string): Seen {
    let entry = this.seen.get(operation);
    if (!entry) {
      entry = { calls: 0, doors: new Map(), forms: new Map(), faults: new Map(), parameters: new Set() };
      this.seen.set(operation, entry);
    }
    return entry;
  }

  clear(): void {
    this.seen.clear();
    this.unusedRules.clear();
    this.usedStartRules.clear();
  }

  /** @param wanted an operation, a namespace (`catalog_product.*`) or `*` */
  report(contract: Contract, namespaces: Settings["namespaces"], wanted: string): CoverageReport {
    const declared = declaredOperations(contract, namespaces).filter(({ operation }) =>
      isOperationOf(wanted, operation),
    );
    const rows = declared.map((one) => this.rowOf(one));
    const count = (of: (one: Declared) => readonly string[]) =>
      declared.reduce((total, one) => total + of(one).length, 0);
    const missed = (of: (row: CoveredOperation) => readonly string[]) =>
      rows.reduce((total, row) => total + of(row).length, 0);
    const [faults, parameters] = [count((one) => one.faults), count((one) => one.parameters)];
    return {
      operations: shareOf(rows.filter(({ calls }) => calls > 0).length, rows.length),
      faults: shareOf(faults - missed((row) => row.faults_never_seen), faults),
      parameters: shareOf(parameters - missed((row) => row.parameters_never_given), parameters),
      rows,
      rules_never_used: [...new Set(this.unusedRules.values())],
    };
  }

  private rowOf({ operation, faults, parameters }: Declared): CoveredOperation {
    const seen = this.seen.get(operation);
    return {
      operation,
      calls: seen?.calls ?? 0,
      doors: Object.fromEntries(seen?.doors ?? []),
      forms: Object.fromEntries(seen?.forms ?? []),
      faults_seen: Object.fromEntries(seen?.faults ?? []),
      faults_never_seen: faults.filter((fault) => !seen?.faults.has(fault)),
      parameters_never_given: parameters.filter((name) => !seen?.parameters.has(name)),
    };
  }
}

/** An operation as the contract declares it. */
interface Declared {
  readonly operation: string;
  readonly faults: readonly string[];
  readonly parameters: readonly string[];
}

/** The operations that this server offers. Those of REST answer statuses instead of faults. */
function declaredOperations({ tables }: Contract, namespaces: Settings["namespaces"]): readonly Declared[] {
  const rows = Object.entries(tables.operations).filter(
    ([, { observed }]) => !observed || namespaces !== "documents",
  );
  return [
    ...rows.map(([operation, { faults, params }]) => ({
      operation,
      faults,
      parameters: params.map(({ name }) => name),
    })),
    ...Object.entries(tables.restOperations).map(([operation, params]) => ({
      operation,
      faults: [],
      parameters: params.filter((name) => !name.startsWith("filter[")),
    })),
  ];
}

function shareOf(covered: number, all: number): Share {
  return { covered, all, percent: all === 0 ? 100 : Math.floor((100 * covered) / all) };
}

function count<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function formOf(args: Exclude<ArgumentForm, { form: "unusable" }>): Form {
  if (args.form === "wrapped") return isObject(args.args) ? "by_name" : "by_position";
  return args.form === "named" ? "by_name" : "by_position";
}

/** Adds the parameters with a value. */
function addGivenParameters(seen: Set<string>, row: OperationRow | undefined, args: ArgumentForm): void {
  if (row) {
    const values = valuesOf(row, args);
    for (const [index, { name }] of row.params.entries())
      if ((values[index] ?? null) !== null) seen.add(name);
  } else if (args.form === "named") for (const name of Object.keys(args.members)) seen.add(name);
}

/** None if the arguments cannot be read. */
function valuesOf(row: OperationRow, args: ArgumentForm): readonly unknown[] {
  try {
    return positionalArguments(row, args);
  } catch {
    return [];
  }
}
