/** A page per JSON-RPC operation: its contract, its examples, and a form to try it. */
import type { FaultRow } from "../../src/engine/chapters/chapter.js";
import { faultNames, namespaceOf } from "../../src/engine/chapters/views.js";
import { htmlTable } from "../../src/addons/pages/table.js";
import { exampleTabs, codeBlock } from "../../src/addons/pages/first-calls.js";
import { html, type Html } from "../../src/addons/pages/html.js";
import { advice } from "./advice.js";
import { callExamples } from "./examples.js";
import type { DocsPage } from "./page.js";
import type { Prose } from "./prose.js";
import { rulesPart, type Section } from "./reference.js";
import { isOperation, resolved, type Method, type Param, type RpcContract } from "./sources.js";
import { isText, meaning, memberTable, typeCell, typeText } from "./types.js";

export function operationPage(
  contract: RpcContract,
  prose: Prose,
  method: Method,
  rules: readonly Section[],
): DocsPage {
  const { name, summary, description } = method;
  const [first, ...further] = examplesOf(method);
  const main = html`<p class="eyebrow">${groupTitle(contract, method)}</p>
    <h1><code>${name}</code></h1>
    <p class="lead">${prose.line(summary)}</p>
    ${facts(contract, method)} ${prose.block(withoutAccess(description))}
    <div class="pair">
      <div class="example">
        <h2 id="example">Example</h2>
        ${exampleTabs(callExamples(method, first?.params ?? []), `Call of ${name}`)}
        ${
          first &&
          html`<p class="label">Result</p>
            ${codeBlock(JSON.stringify(first.result.value, null, 2))}`
        }
        ${further.map(
          (example) =>
            html`<details class="more">
              <summary>${example.name}</summary>
              ${exampleTabs(callExamples(method, example.params), example.name)}
              ${codeBlock(JSON.stringify(example.result.value, null, 2))}
            </details>`,
        )}
      </div>
      <div>
        <h2 id="parameters">Parameters</h2>
        ${parameters(contract, prose, method)}
      </div>
    </div>
    <h2 id="result">Result</h2>
    ${result(contract, prose, method)}
    <h2 id="faults">Faults</h2>
    ${faults(contract, prose, method)} ${rulesPart(prose, rules)}
    <h2 id="try-it" class="no-print">Try it</h2>
    ${tryIt(contract, method)}`;
  return { slug: `operations/${name}`, title: name, description: summary, main, scripts: ["try.js"] };
}

/** The examples of the contract, the simplest first. */
function examplesOf({ examples = [] }: Method) {
  const sizeOf = (value: unknown) => JSON.stringify(value).length;
  return examples.toSorted((one, other) => sizeOf(one.params) - sizeOf(other.params));
}

function groupTitle(contract: RpcContract, method: Method): string {
  return isOperation(method)
    ? (contract["x-namespaces"][namespaceOf(method.name)]?.title ?? "")
    : "Sessions and batches";
}

/** Removes the access node from the description, because the list of facts shows it. */
function withoutAccess(description: string): string {
  return description.replace(/\n*Access: [^]*$/, "");
}

function facts(contract: RpcContract, method: Method): Html {
  const namespace = contract["x-namespaces"][namespaceOf(method.name)];
  const node = method["x-acl"];
  const aliases = method["x-aliases"] ?? [];
  const effect = method["x-effect"];
  const rows: readonly (readonly [string, Html | string | undefined])[] = [
    [
      "Access",
      !isOperation(method)
        ? undefined
        : node !== undefined
          ? html`<code>${node}</code>`
          : html`any node at or below <code>${namespace?.acl}</code>`,
    ],
    [
      "Effect",
      effect === undefined
        ? undefined
        : effect === "read"
          ? "reads; may be repeated"
          : "writes; stores everything or nothing",
    ],
    [
      "Aliases",
      aliases.length === 0 ? undefined : html`${aliases.map((alias) => html`<code>${alias}</code> `)}`,
    ],
    [
      "Source",
      method["x-source"] === "observed"
        ? "beyond the API documents; absent with NAMESPACES=documents"
        : undefined,
    ],
    ["Plain address", isOperation(method) ? html`<code>POST /api/rpc/${method.name}</code>` : undefined],
  ];
  return html`<dl class="facts">
    ${rows.map(
      ([label, value]) =>
        value !== undefined &&
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function parameters(contract: RpcContract, prose: Prose, { params }: Method): Html {
  if (params.length === 0) return html`<p>None.</p>`;
  return html`${htmlTable(
    ["Parameter", "Type", "Meaning"],
    params.map((param) => parameterRow(contract, prose, param)),
    { label: "Parameters", kind: "members" },
  )}
  ${params.map((param) => parameterMembers(contract, prose, param))}`;
}

function parameterRow(contract: RpcContract, prose: Prose, param: Param): Html {
  const { name, required = false, schema, description } = param;
  const fault = param["x-fault"] ?? "invalid_request_param";
  const type = resolved(contract, schema);
  return html`<tr id="param-${name}">
    <th scope="row"><code>${name}</code>${required && html` <span class="required">required</span>`}</th>
    <td class="type">${typeCell(contract, schema)}</td>
    <td>
      ${meaning(contract, prose, schema, description)}
      ${type.description !== undefined && type.description !== description && html`<p class="soft">${prose.line(type.description)}</p>`}
      <p class="soft">Unusable: <a href="#fault-${fault}">${fault}</a></p>
    </td>
  </tr> `;
}

function parameterMembers(contract: RpcContract, prose: Prose, { name, schema }: Param): Html | undefined {
  const table = memberTable(schema, {
    contract,
    prose,
    anchor: `param-${name}`,
    label: `Members of ${name}`,
  });
  return (
    table &&
    html`<h3 id="members-${name}">Members of <code>${name}</code></h3>
      ${table}`
  );
}

function result(
  contract: RpcContract,
  prose: Prose,
  { result: { name, schema, description } }: Method,
): Html {
  const type = resolved(contract, schema);
  return html`<p id="result-${name}">
      <code>${name}</code>:
      ${typeText(contract, schema)}${type.title !== undefined && html` (<code>${type.title}</code>)`}.
      ${prose.line(description ?? type.description)}
    </p>
    ${memberTable(schema, { contract, prose, anchor: "result", label: "Members of the result" })}`;
}

/** The faults that the operation declares, and the global ones. */
function faultsOf(contract: RpcContract, method: Method): readonly (readonly [string, FaultRow])[] {
  const global = contract["x-global-faults"];
  const table = contract["x-namespaces"][namespaceOf(method.name)]?.faults ?? {};
  return faultNames(method).flatMap((name) => {
    const fault = table[name] ?? global[name];
    const more = method["x-fault-tells"]?.[name] ?? [];
    const tells = [...new Set([...(fault?.tells ?? []), ...more])];
    return fault === undefined ? [] : [[name, { ...fault, tells }] as const];
  });
}

function faults(contract: RpcContract, prose: Prose, method: Method): Html {
  const declared = faultsOf(contract, method);
  const names = declared.map(([name]) => name);
  const global = Object.entries(contract["x-global-faults"]).filter(([name]) => !names.includes(name));
  return html`${htmlTable(["Fault", "Number, status", "Meaning and what to do"], [...declared.map(([name, fault]) => faultRow(prose, name, fault, method, method["x-added-faults"]?.includes(name) ? "added to the API documents" : undefined)), ...global.map(([name, fault]) => faultRow(prose, name, fault, method, "any call"))], { label: "Faults", kind: "members" })}`;
}

function faultRow(prose: Prose, name: string, fault: FaultRow, method: Method, note?: string): Html {
  return html`<tr id="fault-${name}">
    <th scope="row">
      <a href="~/docs/faults#${name}"><code>${name}</code></a
      >${note !== undefined && html` <span class="chip">${note}</span>`}
    </th>
    <td class="type">${String(fault.code)}, ${String(fault.status)}</td>
    <td>
      ${prose.line(fault.message)}
      <p class="soft">${advice(name, fault, method)}</p>
    </td>
  </tr> `;
}

/** The form, with its data for the script. */
function tryIt(contract: RpcContract, method: Method): Html {
  // The values of the simplest example, and those of others for what it leaves out.
  const given = examplesOf(method).toReversed();
  const known = new Map(given.flatMap(({ params }) => params.map(({ name, value }) => [name, value])));
  const form = {
    kind: "rpc",
    operation: method.name,
    params: method.params.map(({ name, required = false, schema }) => ({
      name,
      required,
      isText: isText(contract, schema),
      example: known.get(name) ?? null,
    })),
    faults: [...faultNames(method)],
  };
  return html`<div class="try no-print" data-try="${JSON.stringify(form)}">
    <p>The form needs scripts, and a server whose test control is on.</p>
  </div>`;
}
