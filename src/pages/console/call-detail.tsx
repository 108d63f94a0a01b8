/** One call of the journal: request and answer, and what a tester does with it. */
import { useState } from "preact/hooks";
import type { RecordedCall } from "../../../generated/clients/typescript/control.js";
import { serviceUrl } from "../browser/place.js";
import { goldenText } from "./golden-text.js";
import { useLoad, useWork } from "./load.js";
import { CallCode, CopyButton, Facts, formValues, Json, Problem } from "./parts.js";
import { control, newSession } from "./shop.js";

export function CallDetail({
  call,
  compared,
  onCompare,
  onClose,
}: {
  readonly call: RecordedCall;
  readonly compared: number | undefined;
  readonly onCompare: () => void;
  readonly onClose: () => void;
}) {
  const work = useWork();
  const [said, setSaid] = useState<string>();
  const params = paramsOf(call);
  // Requests that reached no operation have a problem instead.
  const operation = call.operation?.includes(".") === true ? call.operation : undefined;
  const made = operation === undefined || params === undefined ? undefined : { operation, params };
  return (
    <section aria-label={`Call ${call.number}`}>
      <div class="heading">
        <h2 class="first">
          {call.number} {call.operation ?? call.problem}
        </h2>
        <button type="button" class="button small" onClick={onClose}>
          Close
        </button>
      </div>
      <Facts
        facts={[
          ["Time", call.time],
          ["Door", call.door ?? "none"],
          ["Caller", call.caller || "nobody"],
          ["Duration", `${call.duration_ms.toFixed(2)} ms`],
          ["Fault", call.fault ?? "none"],
          ["Forced", call.forced ? "yes" : "no"],
        ]}
      />
      <div class="row">
        {made && (
          <button
            type="button"
            class="button"
            disabled={work.isBusy}
            onClick={() => void work.run(async () => setSaid(await sendAgain(made.operation, made.params)))}
          >
            Send again
          </button>
        )}
        <button type="button" class="button" aria-pressed={compared === call.number} onClick={onCompare}>
          Compare with
        </button>
        {made && <CopyButton text={() => goldenText(call, made)}>Copy as golden exchange</CopyButton>}
      </div>
      {made && <ForceFault operation={made.operation} />}
      <Problem text={work.problem} />
      <p aria-live="polite">{said}</p>
      {made && <CallCode made={made} />}
      <h3>Request</h3>
      <Json value={call.arguments} />
      <h3>Answer</h3>
      <Json value={call.fault === null ? call.result : { fault: call.fault, ...asObject(call.result) }} />
    </section>
  );
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** Parameters by name, as the journal has them where it could tell; positional ones are shown but not sent again. */
function paramsOf({ arguments: given }: RecordedCall): object | undefined {
  if (given === null || given === undefined) return {};
  return typeof given === "object" && !Array.isArray(given) ? given : undefined;
}

async function sendAgain(operation: string, params: object): Promise<string> {
  const response = await fetch(`${serviceUrl}/api/rpc/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${await newSession()}`, "Content-Type": "application/json" },
    body: JSON.stringify(params),
  });
  return `Sent again: HTTP ${response.status}. It is in the list.`;
}

/** The next call of the operation answers a fault that it declares. */
function ForceFault({ operation }: { readonly operation: string }) {
  const work = useWork();
  const [said, setSaid] = useState<string>();
  const faults = useLoad(() => faultsOf(operation), [operation]);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        const { fault = "" } = formValues(event);
        void work.run(async () => {
          await control.addFault({ operation, fault });
          setSaid(`The next ${operation} answers ${fault}.`);
        });
      }}
    >
      <label>
        Fault{" "}
        <select name="fault" class="inline">
          {faults.value?.map((fault) => (
            <option key={fault}>{fault}</option>
          ))}
        </select>
      </label>
      <button class="button" disabled={work.isBusy}>
        Force next time
      </button>
      <span aria-live="polite">{said}</span>
      <Problem text={work.problem ?? faults.problem} />
    </form>
  );
}

interface Contract {
  readonly methods: readonly {
    readonly name: string;
    readonly errors?: readonly { readonly $ref: string }[];
  }[];
  readonly "x-global-faults": object;
}

/** Those that the operation declares, then those that every call can answer. */
export async function faultsOf(operation: string): Promise<readonly string[]> {
  const contract = (await (await fetch(`${serviceUrl}/openrpc.json`)).json()) as Contract;
  const method = contract.methods.find(({ name }) => name === operation);
  const declared = method?.errors?.map(({ $ref }) => $ref.split(".").at(-1) ?? "") ?? [];
  return [...declared, ...Object.keys(contract["x-global-faults"])];
}
