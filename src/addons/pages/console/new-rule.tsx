/** The form that adds a rule: the calls it matches, its answer, and the time. */
import { useState } from "preact/hooks";
import type { FaultRequest } from "../../../../generated/clients/typescript/control.js";
import { faultNamesOf, ruleTargets } from "./contract.js";
import { useLoad, useWork } from "./load.js";
import { FormField, formValues, ProblemNote } from "./parts.js";
import { control } from "./shop.js";

const answers = {
  fault: "a fault",
  http: "an HTTP status",
  drop: "nothing: the connection is cut",
  result: "a result",
  late: "the usual response",
} as const;

type Answer = keyof typeof answers;

export function NewRule({ onAdded }: { readonly onAdded: () => void }) {
  const work = useWork();
  const [operation, setOperation] = useState("catalog_product.info");
  const [answer, setAnswer] = useState<Answer>("fault");
  const [isUndeclared, setUndeclared] = useState(false);
  const [said, setSaid] = useState<string>();
  const targets = useLoad(ruleTargets, []);
  const add = async (values: Record<string, string>) => {
    setSaid(undefined);
    const { id } = await control.addFault(ruleOf(operation, answer, values));
    setSaid(`Rule ${id} was set.`);
    onAdded();
  };
  return (
    <form
      class="form panel narrow"
      aria-label="A new rule"
      onSubmit={(event) => {
        const values = formValues(event);
        void work.run(() => add(values));
      }}
    >
      <FormField
        label="Operation"
        hint="The name of an operation, login, multiCall, a REST operation, customer.* for a namespace, or * for all."
      >
        <input
          value={operation}
          required
          autocomplete="off"
          list="rule-targets"
          onInput={(event) => setOperation(event.currentTarget.value.trim())}
        />
      </FormField>
      <datalist id="rule-targets">
        {targets.value?.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <FormField label="Response">
        <select value={answer} onChange={(event) => setAnswer(event.currentTarget.value as Answer)}>
          {Object.entries(answers).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </FormField>
      <AnswerFields answer={answer} operation={operation} isUndeclared={isUndeclared} />
      <FormField label="Times" hint="0 = until it is deleted.">
        <input name="times" type="number" min="0" placeholder="1" />
      </FormField>
      {/* A field with a wrong value must be visible, or the browser cannot say so. */}
      <details class="more" onInvalidCapture={(event) => (event.currentTarget.open = true)}>
        <summary>Which calls, when and how</summary>
        <div class="form">
          <label class="row">
            <input
              type="checkbox"
              name="undeclared"
              class="inline"
              checked={isUndeclared}
              onChange={(event) => setUndeclared(event.currentTarget.checked)}
            />{" "}
            an operation that the contracts do not have
          </label>
          {answer === "fault" && !isUndeclared && <FaultWords />}
          <Which />
          <FormField label="When">
            <select name="when">
              <option value="">before: the call has no effect</option>
              <option value="after">after: the call is executed first</option>
            </select>
          </FormField>
          <FormField label="Delay in milliseconds" hint="A number, or two: 100-500.">
            <input name="delay" pattern="\d+(\s*-\s*\d+)?" autocomplete="off" />
          </FormField>
        </div>
      </details>
      <ProblemNote text={work.problem} />
      <p aria-live="polite">{said && <span class="chip good">{said}</span>}</p>
      <div>
        <button class="button primary" disabled={work.isBusy}>
          Add the rule
        </button>
      </div>
    </form>
  );
}

/** Fields that limit the rule to some calls. */
function Which() {
  return (
    <>
      <FormField label="Only when parameters are equal to" hint='JSON, for example {"productId": 1}.'>
        <input name="match" autocomplete="off" />
      </FormField>
      <FormField label="Only calls of the session" hint="Its ID.">
        <input name="session" autocomplete="off" />
      </FormField>
      <FormField label="Only the n-th call that matches">
        <input name="nth" type="number" min="1" />
      </FormField>
      <FormField label="Probability" hint="From 0 to 1. With the same seed, the same calls.">
        <input name="probability" type="number" min="0" max="1" step="any" />
      </FormField>
      <FormField label="Seed">
        <input name="seed" type="number" />
      </FormField>
    </>
  );
}

interface AnswerProps {
  readonly answer: Answer;
  readonly operation: string;
  readonly isUndeclared: boolean;
}

function AnswerFields({ answer, operation, isUndeclared }: AnswerProps) {
  if (answer === "http") return <HttpFields />;
  if (answer === "fault") return isUndeclared ? <OwnFault /> : <DeclaredFault operation={operation} />;
  if (answer !== "result") return null;
  return (
    <FormField label="Result" hint="JSON, as the contract describes it.">
      <textarea name="result" rows={4} required />
    </FormField>
  );
}

function DeclaredFault({ operation }: Pick<AnswerProps, "operation">) {
  const faults = useLoad(() => faultNamesOf(operation), [operation]);
  return (
    <>
      <ProblemNote text={faults.problem} />
      <FormField label="Fault">
        <select name="fault" required>
          {faults.value?.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </FormField>
    </>
  );
}

/** Fields that change what a declared fault says. */
function FaultWords() {
  return (
    <>
      <FormField label="Message" hint="Defaults to the message of the contract.">
        <input name="message" autocomplete="off" />
      </FormField>
      <FormField label="Data" hint="JSON: members in addition to those of the fault.">
        <input name="data" autocomplete="off" />
      </FormField>
    </>
  );
}

/** Fields for the fault of an operation that the contracts do not have. */
function OwnFault() {
  return (
    <>
      <FormField label="Code">
        <input name="code" type="number" required />
      </FormField>
      <FormField label="Message">
        <input name="message" required autocomplete="off" />
      </FormField>
      <FormField label="Name of the fault">
        <input name="name" autocomplete="off" />
      </FormField>
    </>
  );
}

function HttpFields() {
  return (
    <>
      <FormField label="HTTP status">
        <input name="status" type="number" min="200" max="599" required />
      </FormField>
      <FormField label="Retry-After in seconds">
        <input name="retry_after" type="number" min="0" />
      </FormField>
      <FormField label="Body">
        <select name="body">
          <option value="">the usual one</option>
          <option value="html">the HTML page of a proxy</option>
          <option value="truncated">half of an answer</option>
        </select>
      </FormField>
    </>
  );
}

/** Converts the form to a request, without empty fields. Throws for invalid JSON. */
function ruleOf(operation: string, answer: Answer, values: Record<string, string>): FaultRequest {
  const { undeclared, match, session, delay, when, body, message } = values;
  const rule = {
    operation,
    ...answerOf(answer, values),
    undeclared: undeclared === "on" ? true : undefined,
    message: undeclared === "on" ? undefined : message || undefined,
    data: jsonOf("Data", values.data),
    match: jsonOf("Parameters", match),
    session: session || undefined,
    times: numberOf(values.times),
    nth: numberOf(values.nth),
    probability: numberOf(values.probability),
    seed: numberOf(values.seed),
    body: body || undefined,
    when: when || undefined,
    delay_ms: delayOf(delay),
  };
  return JSON.parse(JSON.stringify(rule)) as FaultRequest;
}

function answerOf(answer: Answer, values: Record<string, string>): object {
  switch (answer) {
    case "fault": {
      const { fault, code, message, name } = values;
      return { fault: code === undefined ? fault : { code: Number(code), message, name: name || undefined } };
    }
    case "http":
      return { http: { status: Number(values.status), retry_after: numberOf(values.retry_after) } };
    case "drop":
      return { drop: true };
    case "result":
      return { result: jsonOf("Result", values.result) };
    case "late":
      return {};
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}

function delayOf(text = ""): FaultRequest["delay_ms"] {
  if (text === "") return undefined;
  const [min = 0, max] = text.split("-").map(Number);
  return max === undefined ? min : { min, max };
}

function jsonOf(label: string, text = ""): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${label}: this is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}
