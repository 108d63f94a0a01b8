/** The parts of both forms: fields, the login, the answer. */
import { useState } from "preact/hooks";
import { prettyText, TextView } from "../json-view.js";
import { forgetSession, logIn, openSession, type OpenSession } from "../service.js";
import { webCallAsCurl, sendWebCall, type WebAnswer, type WebCall } from "./calls.js";

interface FieldParts {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  /** Shown in the empty field. */
  readonly example?: string | undefined;
  readonly value: string;
  readonly lines?: boolean;
  readonly onChange: (value: string) => void;
}

export function LabelledField({ id, label, note, example, value, lines = false, onChange }: FieldParts) {
  const hint = `${id}-note`;
  const shared = {
    id,
    value,
    placeholder: example,
    "aria-describedby": note === undefined ? undefined : hint,
  };
  return (
    <div class="field">
      <label for={id}>
        <code>{label}</code>
      </label>
      {lines ? (
        <textarea
          {...shared}
          rows={Math.min(16, (value || (example ?? "")).split("\n").length + 1)}
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {note !== undefined && (
        <p class="soft" id={hint}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A select field. */
export function SelectField({
  id,
  label,
  value,
  options,
  onChange,
}: Pick<FieldParts, "id" | "label" | "value" | "onChange"> & {
  readonly options: readonly (string | { readonly value: string; readonly text: string })[];
}) {
  const rows = options.map((one) => (typeof one === "string" ? { value: one, text: one } : one));
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {rows.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Login({ session, onChange }: { session: OpenSession | undefined; onChange: () => void }) {
  const [username, setUsername] = useState("admin");
  const [apiKey, setApiKey] = useState("admin123");
  const [refusal, setRefusal] = useState("");
  if (session) {
    return (
      <p class="login">
        Logged in as <strong>{session.username}</strong>.{" "}
        <button type="button" class="button small" onClick={() => (forgetSession(), onChange())}>
          Forget the session
        </button>
      </p>
    );
  }
  const submit = async (event: Event) => {
    event.preventDefault();
    setRefusal("");
    await logIn(username, apiKey).then(onChange, (error: unknown) => setRefusal((error as Error).message));
  };
  return (
    <form class="login" onSubmit={(event) => void submit(event)}>
      <div class="field">
        <label for="try-username">API user</label>
        <input
          id="try-username"
          value={username}
          autocomplete="username"
          onInput={(event) => setUsername(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="try-key">API key</label>
        <input
          id="try-key"
          type="password"
          value={apiKey}
          autocomplete="current-password"
          onInput={(event) => setApiKey(event.currentTarget.value)}
        />
      </div>
      <button class="button">Log in</button>
      <p role="alert" class="refusal">
        {refusal}
      </p>
    </form>
  );
}

export function useSession(): [OpenSession | undefined, () => void] {
  const [session, setSession] = useState(openSession());
  return [session, () => setSession(openSession())];
}

interface CompletedCall {
  readonly call: WebCall;
  readonly answer?: WebAnswer;
  readonly failure?: string;
}

/** Returns the latest call with its outcome, whether a call is running, and a function that sends one. */
export function useWebCall(): [
  CompletedCall | undefined,
  boolean,
  (call: WebCall) => Promise<WebAnswer | undefined>,
] {
  const [made, setMade] = useState<CompletedCall>();
  const [isBusy, setBusy] = useState(false);
  const make = async (call: WebCall) => {
    setBusy(true);
    try {
      const answer = await sendWebCall(call);
      setMade({ call, answer });
      return answer;
    } catch {
      const failure =
        "The server cannot be reached, or does not let pages of this address call it (CORS_ORIGINS).";
      setMade({ call, failure });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return [made, isBusy, make];
}

export function CallOutcomeView({ made }: { readonly made: CompletedCall | undefined }) {
  if (!made) return <div aria-live="polite" />;
  const { call, answer, failure } = made;
  const fault = answer && faultOf(answer.text);
  const isGood = answer !== undefined && answer.status < 400 && fault === undefined;
  return (
    <div class="outcome" aria-live="polite">
      <h3>The answer</h3>
      {failure !== undefined && <p class="note bad">{failure}</p>}
      {answer && (
        <p>
          <span class={`chip ${isGood ? "good" : "bad"}`}>HTTP {answer.status}</span>{" "}
          <span class="chip">{answer.milliseconds} ms</span>
          {fault !== undefined && (
            <>
              {" "}
              fault <a href={`#fault-${fault}`}>{fault}</a>
            </>
          )}
        </p>
      )}
      {answer && answer.text !== "" && <TextView text={prettyText(answer.text)} label="Answer" />}
      <details class="more">
        <summary>The call, as curl</summary>
        <TextView text={webCallAsCurl(call)} label="Call as curl" />
      </details>
    </div>
  );
}

/** The name of the fault in a JSON-RPC or plain HTTP answer. */
function faultOf(text: string): string | undefined {
  try {
    const answer = JSON.parse(text) as {
      error?: { data?: { fault?: unknown } };
      data?: { fault?: unknown };
    } | null;
    const fault = answer?.error?.data?.fault ?? answer?.data?.fault;
    return typeof fault === "string" ? fault : undefined;
  } catch {
    return undefined;
  }
}
