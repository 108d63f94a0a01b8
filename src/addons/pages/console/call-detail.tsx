/** One call of the journal: request and answer, with buttons to repeat, compare, copy and force it. */
import { useState } from "preact/hooks";
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";
import { docsLink, serviceUrl } from "../browser/place.js";
import { curlOf } from "../../../testing/journal/as-curl.js";
import { changeText } from "../../../testing/journal/line-texts.js";
import { linksOf } from "./call-links.js";
import { faultNamesOf } from "./contract.js";
import { useLoad, useWork } from "./load.js";
import { CallCode, CopyButton, Facts, formValues, Json, ProblemNote } from "./parts.js";
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
  const links = linksOf(call);
  // Requests that reached no operation have a `problem` and no name.
  const operation = call.operation?.includes(".") === true ? call.operation : undefined;
  const made = operation === undefined || params === undefined ? undefined : { operation, params };
  return (
    <section aria-label={`Call ${call.number}`}>
      <div class="heading">
        <h2 class="first">
          {call.number} {call.operation ?? "no operation"}
        </h2>
        <button type="button" class="button small" onClick={onClose}>
          Close
        </button>
      </div>
      {call.error && call.operation !== null && (
        <p class="note bad">
          <FaultLink call={call} />
          {call.error.message}
        </p>
      )}
      {call.problem !== null && <p class="note bad">{call.problem}</p>}
      <Facts
        facts={[
          ["Time", call.time],
          ["Door", call.door],
          ["Caller", call.caller || "nobody"],
          ["Duration", `${call.duration_ms.toFixed(2)} ms`],
          ["Outcome", call.fault ?? call.outcome],
          ["Needs", call.needs],
          ["Forced", call.forced && "yes"],
          ["Ignored", call.ignored.join(", ")],
          ["Answered before", call.replayed && "yes, to the same Idempotency-Key"],
          ["See also", links.length > 0 && <Links links={links} />],
        ]}
      />
      <CallValues call={call} />
      <Changes number={call.number} />
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
        {call.request && <CopyButton text={() => curlOf(call, serviceUrl)}>Copy as curl</CopyButton>}
        {made && <CopyButton text={() => goldenText(call, made)}>Copy as golden exchange</CopyButton>}
      </div>
      {made && <ForceFault operation={made.operation} />}
      <ProblemNote text={work.problem} />
      <p aria-live="polite">{said}</p>
      {made && <CallCode made={made} />}
    </section>
  );
}

/** The fault, with a link to what the documentation advises. */
function FaultLink({ call: { fault } }: { readonly call: RecordedCall }) {
  // Faults of REST and the control are statuses.
  if (fault === null || /^\d+$/.test(fault)) return <strong>{fault ?? "Error"}: </strong>;
  return (
    <>
      <a href={docsLink(`faults#${fault}`)}>{fault}</a>:{" "}
    </>
  );
}

/** Arguments, result or error, and both messages as they were sent. */
function CallValues({ call }: { readonly call: RecordedCall }) {
  return (
    <>
      <h3>Arguments</h3>
      <Json value={call.arguments} label="Arguments" />
      {call.error ? (
        <>
          <h3>Error</h3>
          <Json value={{ fault: call.fault, ...call.error }} label="Error" />
        </>
      ) : (
        <>
          <h3>Result</h3>
          <Json value={call.result} label="Result" />
        </>
      )}
      {call.request && (
        <>
          <h3>The request</h3>
          <Message first={`${call.request.method} ${call.request.path}`} message={call.request} />
          <h3>The response</h3>
          {call.answer ? (
            <Message first={`HTTP ${call.status}`} message={call.answer} />
          ) : (
            <p>None: the connection was cut.</p>
          )}
        </>
      )}
    </>
  );
}

/** What the call has changed; nothing for a call that only read. */
function Changes({ number }: { readonly number: number }) {
  const { value = [], problem } = useLoad(() => control.listCallChanges({ number }), [number]);
  if (value.length === 0) return <ProblemNote text={problem} />;
  return (
    <>
      <h3>Changes</h3>
      <pre class="code wrap" tabIndex={0} aria-label="Changes">
        {value.map(changeText).join("\n")}
      </pre>
    </>
  );
}

function Links({ links }: { readonly links: ReturnType<typeof linksOf> }) {
  return (
    <>
      {links.map(({ text, address }, index) => (
        <span key={address}>
          {index > 0 && ", "}
          <a href={address}>{text}</a>
        </span>
      ))}
    </>
  );
}

/** Headers and body as sent, with masked secrets. */
function Message({
  first,
  message: { headers, body, body_length },
}: {
  readonly first: string;
  readonly message: NonNullable<RecordedCall["answer"]>;
}) {
  const head = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const kept = body === null ? 0 : new TextEncoder().encode(body).length;
  const rest = body_length > kept ? [`… (${body_length} bytes)`] : [];
  return (
    <pre class="code wrap" tabIndex={0}>
      {[...head, "", body ?? "", ...rest].join("\n").trimEnd()}
    </pre>
  );
}

/** Parameters by name if the journal has them; calls with positional ones cannot be repeated. */
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

/** The call as a golden exchange, in the form of test/golden/README.md. */
function goldenText(
  { number, fault, result }: RecordedCall,
  { operation, params }: { readonly operation: string; readonly params: object },
): string {
  const request = { jsonrpc: "2.0", id: 1, method: "call", params: ["$session", operation, params] };
  const [namespace] = operation.split(".");
  const resource = namespace === undefined ? {} : { resource: namespace };
  const answer =
    fault === null
      ? { jsonrpc: "2.0", result, id: 1 }
      : { jsonrpc: "2.0", error: { code: "…", message: "…", data: { fault, ...resource } }, id: 1 };
  return [
    `// From call ${number} of the journal.`,
    `>> ${JSON.stringify(request)}`,
    `<< ${JSON.stringify(answer)}`,
    "",
  ].join("\n");
}

/** Forces a declared fault for the next call of the operation. */
function ForceFault({ operation }: { readonly operation: string }) {
  const work = useWork();
  const [said, setSaid] = useState<string>();
  const faults = useLoad(() => faultNamesOf(operation), [operation]);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        const { fault = "" } = formValues(event);
        void work.run(async () => {
          await control.addFault({ operation, fault });
          setSaid(`The next call of ${operation} will fail with ${fault}.`);
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
        Force this fault next time
      </button>
      <span aria-live="polite">{said}</span>
      <ProblemNote text={work.problem ?? faults.problem} />
    </form>
  );
}
