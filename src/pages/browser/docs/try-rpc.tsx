/** The form of an operation: its parameters, one forced fault if wanted, the real answer. */
import { useState } from "preact/hooks";
import { forgetSession } from "../service.js";
import type { WebCall } from "./calls.js";
import { Choice, Field, Login, Outcome, useCalls, useSession } from "./try-parts.js";

export interface RpcFormParts {
  readonly kind: "rpc";
  readonly operation: string;
  readonly params: readonly {
    readonly name: string;
    readonly required: boolean;
    /** Never read as a number, whatever is typed. */
    readonly isText: boolean;
    readonly example: unknown;
  }[];
  readonly faults: readonly string[];
}

/** They give a session, or say nothing of the shop. */
const withoutSession = ["login", "startSession", "globalFaults"];

export function RpcForm({ form }: { readonly form: RpcFormParts }) {
  const { operation, params, faults } = form;
  const [session, sessionChanged] = useSession();
  const [values, setValues] = useState(() => params.map(({ example }) => typed(example)));
  const [fault, setFault] = useState("");
  const [problem, setProblem] = useState("");
  const [made, isBusy, make] = useCalls();
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
          <Field
            key={name}
            id={`try-${name}`}
            label={name}
            note={`${required ? "Required" : "Optional; empty leaves it out"}${isText ? "" : ". JSON, or text as it is"}.`}
            value={values[index] ?? ""}
            lines={typeof example === "object" && example !== null}
            onChange={(value) => setValues(values.map((one, at) => (at === index ? value : one)))}
          />
        ))}
        <Choice
          id="try-fault"
          label="Answer with a fault instead"
          value={fault}
          options={[{ value: "", text: "no, carry it out" }, ...faults]}
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
      <Outcome made={made} />
    </>
  );
}

function typed(example: unknown): string {
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
        // A word is a text; what begins like JSON was meant to be JSON.
        if (/^\s*[[{"]/.test(text))
          return { values, problem: `${name} is no JSON: ${(error as Error).message}` };
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
