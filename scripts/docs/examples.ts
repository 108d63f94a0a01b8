/** Shows an example of the contract as a call in all languages and by all doors. */
import { namespaceOf } from "../../src/engine/chapters/views.js";
import type { Example } from "../../src/addons/pages/first-calls.js";
import { camelCase } from "../../src/addons/clients/model.js";
import { snakeCase } from "../../src/addons/clients/python/names.js";
import { shellQuote } from "../../src/engine/values/shell.js";
import { soapExamples, xmlRpcCall } from "./xml.js";
import { isOperation, type Method, type NamedValue } from "./sources.js";

/** The base URL in built pages, which the server replaces. */
export const writtenAddress = "http://127.0.0.1:8080";

type Params = readonly NamedValue[];

/** The clients' names of built-in methods. */
const builtins: Readonly<Record<string, { readonly ts: string; readonly py: string }>> = {
  login: { ts: "shop.login()", py: "shop.login()" },
  endSession: { ts: "shop.endSession()", py: "shop.end_session()" },
};

export function callExamples(method: Method, given: Params): readonly Example[] {
  const params = given.filter(({ value }) => value !== undefined && value !== null);
  return [
    { language: "curl", code: curl(method, params) },
    ...clientExamples(method, params),
    { language: "fetch", code: fetchCode(method, params) },
    { language: "JSON-RPC", code: jsonRpc(method, params) },
    { language: "XML-RPC", code: xmlRpcCall(method, params) },
    ...soapExamples(method, params),
  ];
}

/** Examples for the generated clients; empty for built-in methods that only the client itself calls. */
function clientExamples(method: Method, params: Params): readonly Example[] {
  const { name } = method;
  if (!isOperation(method)) {
    const own = builtins[name];
    if (!own) return [];
    return [
      { language: "TypeScript", code: `await ${own.ts};` },
      { language: "Python", code: own.py },
      { language: "PHP", code: `$${own.ts.replace(".", "->")};` },
    ];
  }
  const [namespace, operation] = [namespaceOf(name), name.slice(name.lastIndexOf(".") + 1)];
  const inTs = params.length === 0 ? "" : typescriptText(Object.fromEntries(params.map(pair)));
  return [
    {
      language: "TypeScript",
      code: `const result = await shop.${camelCase(namespace)}.${operation}(${inTs});`,
    },
    {
      language: "Python",
      code: `result = shop.${namespace}.${snakeCase(operation)}(${argumentsText(params, (one) => `${snakeCase(one.name)}=${pythonText(one.value, 1)}`)})`,
    },
    {
      language: "PHP",
      code: `$result = $shop->${camelCase(namespace)}->${operation}(${argumentsText(params, (one) => `${one.name}: ${phpText(one.value, 1)}`)});`,
    },
  ];
}

function pair({ name, value }: NamedValue): [string, unknown] {
  return [name, value];
}

function argumentsText(params: Params, text: (param: NamedValue) => string): string {
  const texts = params.map(text);
  const line = texts.join(", ");
  if (line.length < 70 && !line.includes("\n")) return line;
  return `\n${texts.map((one) => `    ${one},\n`).join("")}`;
}

/** Methods without credentials: they open a session or do not depend on the shop. */
const open = ["login", "startSession", "globalFaults"];

/** Built-in methods without an address in the plain HTTP form. */
const onlyJsonRpc = ["call", "startSession"];

function curl({ name }: Method, params: Params): string {
  if (onlyJsonRpc.includes(name)) {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: name,
      params: params.map(({ value }) => value),
    });
    return `curl -s ${writtenAddress}/api/jsonrpc -H 'Content-Type: application/json' \\\n  -d ${shellQuote(body)}`;
  }
  const members = Object.fromEntries(params.map(pair));
  const line = JSON.stringify(members);
  const body = line.length < 60 ? line : JSON.stringify(members, null, 2);
  const credentials = open.includes(name) ? "" : ` \\\n  -H "Authorization: Bearer $SESSION" \\\n `;
  return `curl -s ${writtenAddress}/api/rpc/${name}${credentials} -H 'Content-Type: application/json' -d ${shellQuote(body)}`;
}

function fetchCode({ name }: Method, params: Params): string {
  const credentials = open.includes(name) ? "" : ", Authorization: `Bearer ${session}`";
  const body = jsText(
    { jsonrpc: "2.0", id: 1, method: name, params: Object.fromEntries(params.map(pair)) },
    1,
  );
  return `const response = await fetch("${writtenAddress}/api/jsonrpc", {
  method: "POST",
  headers: { "Content-Type": "application/json"${credentials} },
  body: JSON.stringify(${body}),
});
const { result, error } = await response.json();`;
}

/** Operations wrapped in `call`, as Magento clients send them; built-in methods directly. */
function jsonRpc(method: Method, params: Params): string {
  const { name } = method;
  const byName = Object.fromEntries(params.map(pair));
  const message = isOperation(method)
    ? { jsonrpc: "2.0", id: 1, method: "call", params: ["<session>", name, byName] }
    : { jsonrpc: "2.0", id: 1, method: name, params: params.map(({ value }) => value) };
  return `POST /api/jsonrpc\nContent-Type: application/json\n\n${JSON.stringify(message, null, 2)}`;
}

function typescriptText(value: unknown): string {
  return jsText(value, 0);
}

/** JSON as a JavaScript literal, without unnecessary quotes, on one line if it is short. */
export function jsText(value: unknown, depth: number): string {
  const line = jsLine(value);
  if (line.length < 80 || typeof value !== "object" || value === null) return line;
  const [space, end] = ["  ".repeat(depth + 1), "  ".repeat(depth)];
  if (Array.isArray(value)) {
    return `[\n${value.map((one) => `${space}${jsText(one, depth + 1)},\n`).join("")}${end}]`;
  }
  const members = Object.entries(value).map(
    ([name, one]) => `${space}${memberName(name)}: ${jsText(one, depth + 1)},\n`,
  );
  return `{\n${members.join("")}${end}}`;
}

function jsLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${memberName(name)}: ${jsLine(one)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function memberName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

interface Notation {
  readonly list: readonly [string, string];
  readonly object: readonly [string, string];
  readonly member: (name: string, value: string) => string;
  readonly scalar: (value: unknown) => string;
}

const python: Notation = {
  list: ["[", "]"],
  object: ["{", "}"],
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
  scalar: (value) =>
    value === null ? "None" : typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value),
};

const php: Notation = {
  list: ["[", "]"],
  object: ["[", "]"],
  member: (name, value) => `${phpString(name)} => ${value}`,
  scalar: (value) => (typeof value === "string" ? phpString(value) : JSON.stringify(value)),
};

function phpString(text: string): string {
  return /[\n\r\t]/.test(text)
    ? JSON.stringify(text).replaceAll("$", "\\$")
    : `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function pythonText(value: unknown, depth: number): string {
  return written(value, depth, python);
}

function phpText(value: unknown, depth: number): string {
  return written(value, depth, php);
}

function written(value: unknown, depth: number, notation: Notation): string {
  if (typeof value !== "object" || value === null) return notation.scalar(value);
  const [start, end] = Array.isArray(value) ? notation.list : notation.object;
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, depth + 1, notation))
    : Object.entries(value).map(([name, one]) => notation.member(name, written(one, depth + 1, notation)));
  const line = `${start}${parts.join(", ")}${end}`;
  if (line.length < 80 && !line.includes("\n")) return line;
  const space = "    ".repeat(depth + 1);
  return `${start}\n${parts.map((part) => `${space}${part},\n`).join("")}${"    ".repeat(depth)}${end}`;
}
