/** The form that calls an operation: its parameters, an optional forced fault, and the answer. */
import { useState } from "preact/hooks";
import { forgetSession } from "../service.js";
import type { WebCall } from "./calls.js";
import { SelectField, LabelledField, Login, CallOutcomeView, useWebCall, useSession } from "./try-parts.js";

export interface RpcFormParts {
  readonly kind: "rpc";
  readonly operation: string;
  readonly params: readonly {
    readonly name: string;
    readonly required: boolean;
    /** Whether the value is always sent as text, even if it looks like a number. */
    readonly isText: boolean;
    readonly example: unknown;
  }[];
  readonly faults: readonly string[];
}

/** Methods that open a session, or do not depend on the shop. */
const withoutSession = ["login", "startSession", "globalFaults"];

export function RpcForm({ form }: { readonly form: RpcFormParts }) {
  const { operation, params, faults } = form;
  const [session, sessionChanged] = useSession();
  const [values, setValues] = useState(() =>
    params.map(({ required, example }) => (required ? exampleText(example) : "")),
  );
  const [fault, setFault] = useState("");
  const [problem, setProblem] = useState("");
  const [made, isBusy, make] = useWebCall();
  const wantsSession = !withoutSession.includes(operation);

  const submit = async (event: Event) => {
    event.preventDefault();
    const read = valuesOf(form, values, session?.session);
    setProblem(read.problem ?? "");
    if (read.problem !== undefined) return;
    const answer = await make(
      callOf(operation, read.values, wantsSession ? session?.session : undefined, fault),
    );
    if (answer?.text.includes('"session_expired"')) {
      forgetSession();
      sessionChanged();
    }
  };
  return (
    <>
      {wantsSession && <Login session={session} onChange={sessionChanged} />}
      <form class="form try-form" onSubmit={(event) => void submit(event)}>
        {params.map(({ name, required, isText, example }, index) => (
          <LabelledField
            key={name}
            id={`try-${name}`}
            label={name}
            note={`${required ? "Required" : "Optional; leave it empty to omit it"}${isText ? "" : ". JSON or plain text"}.`}
            example={required ? undefined : exampleText(example)}
            value={values[index] ?? ""}
            lines={typeof example === "object" && example !== null}
            onChange={(value) => setValues(values.map((one, at) => (at === index ? value : one)))}
          />
        ))}
        <SelectField
          id="try-fault"
          label="Return a fault instead"
          value={fault}
          options={[{ value: "", text: "no, execute it" }, ...faults]}
          onChange={setFault}
        />
        <p role="alert" class="refusal">
          {problem}
        </p>
        <p>
          <button class="button primary" disabled={isBusy || (wantsSession && !session)}>
            Call {operation}
          </button>
          {wantsSession && !session && <span class="soft"> Log in first.</span>}
        </p>
      </form>
      <CallOutcomeView made={made} />
    </>
  );
}

function exampleText(example: unknown): string {
  if (example === null || example === undefined) return "";
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}

function valuesOf({ params }: RpcFormParts, typedValues: readonly string[], session: string | undefined) {
  const values: Record<string, unknown> = {};
  for (const [index, { name, isText }] of params.entries()) {
    const text = typedValues[index] ?? "";
    if (name === "sessionId" && session !== undefined) values[name] = session;
    else if (text === "") continue;
    else if (isText) values[name] = text;
    else {
      try {
        values[name] = JSON.parse(text);
      } catch (error) {
        // A plain word is sent as text; a value that begins like JSON was meant to be JSON.
        if (/^\s*[[{"]/.test(text))
          return { values, problem: `${name} is not valid JSON: ${(error as Error).message}` };
        values[name] = text;
      }
    }
  }
  return { values };
}

function callOf(operation: string, params: object, session: string | undefined, fault: string): WebCall {
  return {
    method: "POST",
    path: "/api/jsonrpc",
    headers: {
      "Content-Type": "application/json",
      ...(session === undefined ? {} : { Authorization: `Bearer ${session}` }),
      ...(fault === "" ? {} : { Prefer: `fault=${fault}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: operation, params }),
  };
}
