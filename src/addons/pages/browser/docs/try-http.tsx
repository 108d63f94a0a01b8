/** The form that calls an HTTP operation: path, query, headers, body, and the answer. */
import { useState } from "preact/hooks";
import { controlToken, keepControlToken, needsToken } from "../place.js";
import { basicAuthorization, controlHeaders, type WebCall } from "./calls.js";
import { SelectField, LabelledField, CallOutcomeView, useWebCall } from "./try-parts.js";

export interface HttpFormParts {
  readonly kind: "http";
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly {
    readonly name: string;
    readonly place: "path" | "query" | "header";
    readonly required: boolean;
    readonly example: unknown;
  }[];
  readonly body: string | null;
  readonly types: readonly string[];
  readonly accepts: readonly string[];
  readonly isControl: boolean;
  readonly needsCredentials: boolean;
}

export function HttpForm({ form }: { readonly form: HttpFormParts }) {
  const { operation, method, path, params, isControl, needsCredentials, accepts } = form;
  const [values, setValues] = useState(() =>
    params.map(({ required, example }) => (required ? shown(example) : "")),
  );
  const [body, setBody] = useState(form.body ?? "");
  const [accept, setAccept] = useState(jsonOrFirst(accepts));
  const [user, setUser] = useState({ name: "admin", key: "admin123" });
  const [token, setToken] = useState(controlToken() ?? "");
  const [made, isBusy, make] = useWebCall();

  const submit = async (event: Event) => {
    event.preventDefault();
    if (isControl && needsToken) keepControlToken(token);
    await make(callOf(form, values, headersOf(form, { user, accept, body }), body));
  };
  const field = (index: number) => {
    const { name = "", place = "query", required = false } = params[index] ?? {};
    return (
      <LabelledField
        key={`${place} ${name}`}
        id={`try-${index}`}
        label={name}
        note={`In the ${place}, ${required ? "required" : "optional"}.`}
        value={values[index] ?? ""}
        onChange={(value) => setValues(values.map((one, at) => (at === index ? value : one)))}
      />
    );
  };
  return (
    <>
      <form class="form try-form" onSubmit={(event) => void submit(event)}>
        {needsCredentials && <Credentials user={user} onChange={setUser} />}
        {isControl && needsToken && (
          <LabelledField id="try-token" label="Control token" value={token} onChange={setToken} />
        )}
        {params.map(({ required }, index) => required && field(index))}
        {params.some(({ required }) => !required) && (
          <details class="more">
            <summary>Optional parameters</summary>
            <div class="form">{params.map(({ required }, index) => !required && field(index))}</div>
          </details>
        )}
        {accepts.length > 1 && (
          <SelectField
            id="try-accept"
            label="Answer as"
            value={accept}
            options={accepts}
            onChange={setAccept}
          />
        )}
        {form.body !== null && (
          <LabelledField id="try-body" label="Body" value={body} lines onChange={setBody} />
        )}
        <p>
          <button class="button primary" disabled={isBusy} title={operation}>
            {method} {path}
          </button>
        </p>
      </form>
      <CallOutcomeView made={made} />
    </>
  );
}

interface User {
  readonly name: string;
  readonly key: string;
}

function Credentials({ user, onChange }: { readonly user: User; readonly onChange: (user: User) => void }) {
  const { name, key } = user;
  return (
    <div class="login">
      <LabelledField
        id="try-user"
        label="User"
        value={name}
        onChange={(value) => onChange({ key, name: value })}
      />
      <LabelledField
        id="try-key"
        label="Key or password"
        value={key}
        onChange={(value) => onChange({ name, key: value })}
      />
    </div>
  );
}

function headersOf(
  { isControl, needsCredentials, types }: HttpFormParts,
  { user, accept, body }: { readonly user: User; readonly accept: string; readonly body: string },
): Record<string, string> {
  return {
    ...(isControl ? controlHeaders() : {}),
    ...(needsCredentials ? { Authorization: basicAuthorization(user.name, user.key) } : {}),
    ...(accept === "" ? {} : { Accept: accept }),
    ...(body === "" ? {} : { "Content-Type": jsonOrFirst(types) }),
  };
}

function jsonOrFirst(types: readonly string[]): string {
  return types.find((type) => type.includes("json")) ?? types[0] ?? "";
}

function shown(example: unknown): string {
  if (example === null || example === undefined) return "";
  return typeof example === "string" ? example : JSON.stringify(example);
}

function callOf(
  form: HttpFormParts,
  values: readonly string[],
  headers: Record<string, string>,
  body: string,
): WebCall {
  const query = new URLSearchParams();
  let { path } = form;
  for (const [index, { name, place }] of form.params.entries()) {
    const value = values[index] ?? "";
    // Path parameters keep their slashes: the path of an image contains some.
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value).replaceAll("%2F", "/"));
    else if (value === "") continue;
    else if (place === "query") query.set(name, value);
    else headers[name] = value;
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return { method: form.method, path: path + search, headers, body: body === "" ? undefined : body };
}
