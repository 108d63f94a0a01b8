/** The calls of a test as text, for the report of its failure. */
import type { InjectedFault } from "../../../generated/clients/typescript/control.js";
import type { RecordedCall } from "../embedded/control.js";
import type { StoreServer } from "../embedded/store-server.js";

const maxCalls = 50;

/** The latest calls, oldest first, one per line, then the rules without a hit; "" if there are none. */
export async function journalText(server: StoreServer): Promise<string> {
  const calls = await server.calls({ limit: maxCalls });
  const lines = calls
    .filter(({ door }) => door !== "control")
    .reverse()
    .map(lineOf);
  const unmet = (await server.control.listFaults()).filter(({ hits }) => hits === 0);
  return [...lines, ...unmet.map(ruleText)].join("\n");
}

function ruleText({ id, operation, match, nth }: InjectedFault): string {
  const which = match === undefined ? "" : ` with ${JSON.stringify(match)}`;
  return `rule ${id} was not applied to any call: ${nth === undefined ? "" : `the ${nth}. `}${operation}${which}`;
}

function lineOf(call: RecordedCall): string {
  const { number, operation, problem, caller, fault, error, forced, rule, ignored } = call;
  const why = operation === null || problem === null ? "" : ` ${problem}`;
  const ending = call.outcome === "result" ? "ok" : call.outcome;
  const outcome = error ? `${fault ?? error.code}: ${error.message}${why}` : ending;
  const by = forced ? ` (forced${rule === null ? "" : ` by rule ${rule}`})` : "";
  const what = operation ?? `no operation: ${problem ?? ""}`;
  return `${number} ${what} ${JSON.stringify(call.arguments)} by ${caller || "nobody"} → ${outcome}${by}${ignored.length === 0 ? "" : `; ignored: ${ignored.join(", ")}`}`;
}
