/** A page per HTTP operation of openapi.yaml: REST resources, the test control, health, contracts, images. */
import { shellQuote } from "../../src/engine/values/shell.js";
import { htmlTable } from "../../src/addons/pages/table.js";
import { codeBlock, exampleTabs, type Example } from "../../src/addons/pages/first-calls.js";
import { html, type Html } from "../../src/addons/pages/html.js";
import { jsText, writtenAddress } from "./examples.js";
import type { DocsPage } from "./page.js";
import type { Prose } from "./prose.js";
import { rulesPart, type Section } from "./reference.js";
import { resolved, type HttpContract, type HttpEntry, type HttpResponse, type MediaType } from "./sources.js";
import { meaning, memberTable, typeText } from "./types.js";

/** Folder and title of the pages of each tag. */
const httpGroups: Readonly<Record<string, { readonly folder: string; readonly title: string }>> = {
  customers: { folder: "rest", title: "Customers by REST" },
  products: { folder: "rest", title: "Products by REST" },
  stock: { folder: "rest", title: "Stock by REST" },
  orders: { folder: "rest", title: "Orders by REST" },
  control: { folder: "control", title: "Test control" },
  rpc: { folder: "http", title: "Other addresses" },
  contracts: { folder: "http", title: "Other addresses" },
  operation: { folder: "http", title: "Other addresses" },
  media: { folder: "http", title: "Other addresses" },
};

export function httpGroupOf({ operation: { tags } }: HttpEntry) {
  return httpGroups[tags[0] ?? ""] ?? { folder: "http", title: "Other addresses" };
}

export function httpSlug(entry: HttpEntry): string {
  return `${httpGroupOf(entry).folder}/${entry.operation.operationId}`;
}

export function httpPage(
  contract: HttpContract,
  prose: Prose,
  entry: HttpEntry,
  rules: readonly Section[],
): DocsPage {
  const { method, path, operation } = entry;
  const { operationId, summary, description } = operation;
  const answer = answerExample(contract, entry);
  const main = html`<p class="eyebrow">${httpGroupOf(entry).title}</p>
    <h1>${summary.replace(/\.$/, "")}</h1>
    <p class="address"><code>${method} ${path}</code></p>
    <dl class="facts">
      <div>
        <dt>Operation</dt>
        <dd><code>${operationId}</code></dd>
      </div>
      <div>
        <dt>Credentials</dt>
        <dd>${credentials(operation.security)}</dd>
      </div>
    </dl>
    ${prose.block(description)}
    <h2 id="example">Example</h2>
    ${exampleTabs(httpExamples(contract, entry), `Call of ${operationId}`)}
    ${
      answer !== undefined &&
      html`<p class="label">Result</p>
        ${codeBlock(answer)}`
    }
    <h2 id="parameters">Parameters</h2>
    ${parameters(contract, prose, entry)} ${requestBody(contract, prose, entry)}
    <h2 id="answers">Answers</h2>
    ${answers(contract, prose, entry)} ${rulesPart(prose, rules)}
    <h2 id="try-it" class="no-print">Try it</h2>
    ${tryIt(contract, entry)}`;
  return {
    slug: httpSlug(entry),
    title: `${method} ${path}`,
    description: summary,
    main,
    scripts: ["try.js"],
  };
}

function credentials(security: readonly Readonly<Record<string, unknown>>[] = []): string {
  const names: Readonly<Record<string, string>> = {
    session: "a session as Bearer",
    basic: "HTTP Basic",
    controlToken: "the control token as Bearer where the server has one",
  };
  const texts = security.map((one) =>
    Object.keys(one)
      .map((name) => names[name] ?? name)
      .join(" and "),
  );
  const wanted = texts.filter((text) => text !== "");
  return wanted.length === 0 ? "none" : wanted.join(", or ");
}

export function parametersOf(contract: HttpContract, { operation, path }: HttpEntry) {
  const shared =
    (contract.paths[path] as { parameters?: typeof operation.parameters } | undefined)?.parameters ?? [];
  return [...shared, ...(operation.parameters ?? [])].map((one) => resolved(contract, one));
}

function parameters(contract: HttpContract, prose: Prose, entry: HttpEntry): Html {
  const all = parametersOf(contract, entry);
  if (all.length === 0) return html`<p>None.</p>`;
  return htmlTable(
    ["Parameter", "Type", "Meaning"],
    all.map(
      ({ name, in: place, required = false, schema, description }) =>
        html`<tr id="param-${name.replace(/[^\w-]+/g, "-")}">
          <th scope="row">
            <code>${name}</code>
            <span class="bounds">${place}</span>${required && html` <span class="required">required</span>`}
          </th>
          <td class="type">${typeText(contract, schema)}</td>
          <td>${meaning(contract, prose, schema, description)}</td>
        </tr> `,
    ),
    { label: "Parameters", kind: "members" },
  );
}

function requestBody(contract: HttpContract, prose: Prose, { operation }: HttpEntry): Html | undefined {
  const { requestBody: body } = operation;
  if (!body) return undefined;
  const [media] = Object.values(body.content);
  return html`<h3 id="body">Body</h3>
    <p>
      ${Object.keys(body.content).map((type) => html`<code>${type}</code> `)}${prose.line(body.description)}
    </p>
    ${media?.schema && memberTable(media.schema, { contract, prose, anchor: "body", label: "Members of the body" })}`;
}

function answers(contract: HttpContract, prose: Prose, { operation }: HttpEntry): Html {
  const all = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolved(contract, response)] as const,
  );
  return html`${htmlTable(
    ["Status", "Meaning"],
    all.map(
      ([status, { description }]) =>
        html`<tr id="status-${status}">
          <th scope="row"><code>${status}</code></th>
          <td>${prose.block(description)}</td>
        </tr> `,
    ),
    { label: "Answers", kind: "members" },
  )}
  ${all.filter(([status]) => status.startsWith("2")).map(([status, response]) => successMembers(contract, prose, status, response))}`;
}

function successMembers(
  contract: HttpContract,
  prose: Prose,
  status: string,
  { content = {} }: HttpResponse,
) {
  const media = content["application/json"] ?? Object.values(content)[0];
  if (!media?.schema) return undefined;
  const table = memberTable(media.schema, {
    contract,
    prose,
    anchor: `result-${status}`,
    label: `Members of ${status}`,
  });
  return html`<h3 id="result-${status}">Answer ${status}: ${typeText(contract, media.schema)}</h3>
    ${table}`;
}

/** The first example of a body, preferably in JSON. */
function mediaExample(contract: HttpContract, content: Readonly<Record<string, MediaType>> = {}) {
  const media = content["application/json"] ?? Object.values(content)[0];
  if (!media) return undefined;
  const [named] = Object.values(media.examples ?? {});
  return media.example ?? (named && resolved(contract, named).value);
}

function answerExample(contract: HttpContract, { operation }: HttpEntry): string | undefined {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const value = success && mediaExample(contract, resolved(contract, success).content);
  if (value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** The address with its required parameters filled in by examples. */
function exampleAddress(contract: HttpContract, entry: HttpEntry): string {
  return parametersOf(contract, entry)
    .filter(({ in: place }) => place === "path")
    .reduce(
      (path, { name, example }) => path.replace(`{${name}}`, encodeURI(exampleText(example) ?? `<${name}>`)),
      entry.path,
    );
}

function exampleText(example: unknown): string | undefined {
  return typeof example === "string" || typeof example === "number" ? String(example) : undefined;
}

function httpExamples(contract: HttpContract, entry: HttpEntry): readonly Example[] {
  const { method, operation } = entry;
  const address = writtenAddress + exampleAddress(contract, entry);
  const body = mediaExample(contract, operation.requestBody?.content);
  const credentials = (operation.security ?? []).some((one) => "basic" in one);
  const isRest = httpGroupOf(entry).folder === "rest";
  const wantsJson = isRest ? " -H 'Accept: application/json'" : "";
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const curl = [
    `curl -s${method === "GET" ? "" : ` -X ${method}`} ${address}${credentials ? " -u admin:admin123" : ""}${wantsJson}`,
    text !== undefined && ` -H 'Content-Type: application/json' \\\n  -d ${shellQuote(text)}`,
  ];
  const init = [
    method !== "GET" && `  method: "${method}",\n`,
    (credentials || text !== undefined) &&
      `  headers: { ${[
        credentials && 'Authorization: `Basic ${btoa("admin:admin123")}`',
        text !== undefined && '"Content-Type": "application/json"',
        isRest && 'Accept: "application/json"',
      ]
        .filter(Boolean)
        .join(", ")} },\n`,
    body !== undefined && `  body: JSON.stringify(${jsText(body, 1)}),\n`,
  ].filter(Boolean);
  const fetchCode = `const response = await fetch("${address}"${init.length === 0 ? "" : `, {\n${init.join("")}}`});`;
  return [
    { language: "curl", code: curl.filter(Boolean).join("") },
    ...controlExamples(contract, entry, body),
    { language: "fetch", code: fetchCode },
  ];
}

/** Examples for the clients of the test control. */
function controlExamples(contract: HttpContract, entry: HttpEntry, body: unknown): readonly Example[] {
  const { operation } = entry;
  if (!operation.tags.includes("control") || operation.operationId === "getConsole") return [];
  const required = parametersOf(contract, entry).filter((one) => one.required === true);
  const params = Object.fromEntries(required.map(({ name, example }) => [name, example ?? `<${name}>`]));
  const all = typeof body === "object" ? { ...params, ...body } : params;
  const argument = Object.keys(all).length === 0 ? "" : jsText(all, 0);
  return [
    {
      language: "TypeScript",
      code: `const control = createControl({ url: "${writtenAddress}" });\nawait control.${operation.operationId}(${argument});`,
    },
  ];
}

function tryIt(contract: HttpContract, entry: HttpEntry): Html {
  const { method, path, operation } = entry;
  const body = mediaExample(contract, operation.requestBody?.content);
  const form = {
    kind: "http",
    operation: operation.operationId,
    method,
    path,
    params: parametersOf(contract, entry).map(({ name, in: place, required = false, example }) => ({
      name,
      place,
      required,
      example: example ?? null,
    })),
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body, null, 2),
    types: Object.keys(operation.requestBody?.content ?? {}),
    accepts: [
      ...new Set(
        Object.values(operation.responses).flatMap((one) =>
          Object.keys(resolved(contract, one).content ?? {}),
        ),
      ),
    ],
    isControl: operation.tags.includes("control"),
    needsCredentials: (operation.security ?? []).some((one) => "basic" in one || "session" in one),
  };
  return html`<div class="try no-print" data-try="${JSON.stringify(form)}">
    <p>The form needs scripts, and a server whose test control is on.</p>
  </div>`;
}
