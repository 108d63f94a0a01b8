/** The calls of a test as text, for the report of its failure. */
import type { RecordedCall } from "../embedded/control.js";
import type { StoreServer } from "../embedded/store-server.js";
import { ruleText } from "../faults/rule-text.js";
import { changeText, valueText, waitingText } from "../journal/line-texts.js";

const maxCalls = 50;

/**
 * The latest calls, oldest first, one per line, those of the test control by name, then those that wait and the rules without a
 * hit; "" if there are none. With STORE_API_CHANGES=1, below each call what it has changed.
 */
export async function journalText(server: StoreServer): Promise<string> {
  const calls = await server.calls({ limit: maxCalls });
  const lines: string[] = [];
  const isOfControl = ({ door }: RecordedCall) => door === "control";
  for (const call of calls.filter((one) => !isOfControl(one)).reverse()) {
    lines.push(lineOf(call));
    if (process.env.STORE_API_CHANGES === "1") lines.push(await changeLines(server, call));
  }
  const aside = calls.filter(isOfControl).reverse();
  if (aside.length > 0 && lines.length > 0)
    lines.push(
      `and of the test control: ${aside.map(({ number, operation }) => `${number} ${operation}`).join(", ")}`,
    );
  const waiting = (await server.control.listWaitingCalls()).map(waitingText);
  const unused = (await server.control.listFaults({ unused: true })).map(
    (rule) => `rule ${rule.id} was not applied to any call: ${ruleText(rule)}`,
  );
  return [...lines, ...waiting, ...unused].filter((line) => line !== "").join("\n");
}

/** One change a line, indented. */
async function changeLines({ control }: StoreServer, { number }: RecordedCall): Promise<string> {
  const changes = await control.listCallChanges({ number }).catch(() => []);
  return changes.map((change) => `  ${changeText(change)}`).join("\n");
}

function lineOf(call: RecordedCall): string {
  const { number, operation, problem, caller, fault, error, forced, rule, ignored } = call;
  const why = operation === null || problem === null ? "" : ` ${problem}`;
  const ending = call.outcome === "result" ? "ok" : call.outcome;
  const outcome = error ? `${fault ?? error.code}: ${error.message}${why}` : ending;
  const by = forced ? ` (forced${rule === null ? "" : ` by rule ${rule}`})` : "";
  const what = operation ?? `no operation: ${problem ?? ""}`;
  return `${number} ${what} ${valueText(call.arguments)} by ${caller || "nobody"} → ${outcome}${by}${ignored.length === 0 ? "" : `; ignored: ${ignored.join(", ")}`}`;
}
