/** The page of all faults: meaning, advice, and the operations that declare them. */
import type { FaultRow } from "../../src/engine/chapters/chapter.js";
import { faultNames, namespaceOf } from "../../src/engine/chapters/views.js";
import { htmlTable } from "../../src/addons/pages/table.js";
import { html, type Html } from "../../src/addons/pages/html.js";
import { advice } from "./advice.js";
import type { DocsPage } from "./page.js";
import type { Prose } from "./prose.js";
import { isOperation, type RpcContract } from "./sources.js";

export interface KnownFault {
  readonly name: string;
  /** The fault in each namespace; "" = global. */
  readonly forms: readonly {
    readonly namespace: string;
    readonly fault: FaultRow;
    readonly operations: readonly string[];
  }[];
}

/** Faults by name, global ones first, without those that have a number but are never sent. */
export function allFaults(contract: RpcContract): readonly KnownFault[] {
  const known = new Map<string, KnownFault["forms"][number][]>();
  const add = (name: string, form: KnownFault["forms"][number]) =>
    known.set(name, [...(known.get(name) ?? []), form]);
  for (const [name, fault] of Object.entries(contract["x-global-faults"])) {
    add(name, { namespace: "", fault, operations: [] });
  }
  for (const [namespace, { faults }] of Object.entries(contract["x-namespaces"])) {
    for (const [name, fault] of Object.entries(faults)) {
      const operations = contract.methods
        .filter((method) => isOperation(method) && namespaceOf(method.name) === namespace)
        .filter((method) => faultNames(method).includes(name))
        .map((method) => method.name);
      if (operations.length > 0) add(name, { namespace, fault, operations });
    }
  }
  const isGlobal = ({ forms }: KnownFault) => forms.some(({ namespace }) => namespace === "");
  const all = [...known].map(([name, forms]) => ({ name, forms }));
  return all.sort((a, b) => Number(isGlobal(b)) - Number(isGlobal(a)) || (a.name < b.name ? -1 : 1));
}

export function faultsPage(contract: RpcContract, prose: Prose): DocsPage {
  const all = allFaults(contract);
  const main = html`<p class="eyebrow">Reference</p>
    <h1>All faults</h1>
    <p class="lead">
      Branch on the name, <code>error.data.fault</code>: several faults share a number, and messages may
      change. <a href="~/docs/guide/errors">Errors</a> shows what they look like on the wire.
    </p>
    <p>
      Force any of them for one call with the header <code>Prefer: fault=&lt;name&gt;</code>, or for the next
      calls with <a href="~/docs/control/addFault">the test control</a>.
    </p>
    ${htmlTable(
      ["Fault", "Number, status", "Meaning, what to do, who answers it"],
      all.map((fault) => row(prose, fault)),
      { label: "Faults", kind: "members" },
    )}`;
  return {
    slug: "faults",
    title: "All faults",
    description: "Every fault, what it means and what to do.",
    main,
  };
}

function row(prose: Prose, { name, forms }: KnownFault): Html {
  const messages = [...new Set(forms.map(({ fault }) => fault.message))];
  const numbers = [...new Set(forms.map(({ fault: { code, status } }) => `${code}, ${status}`))];
  const [first] = forms;
  return html`<tr id="${name}">
    <th scope="row"><code>${name}</code></th>
    <td class="type">${numbers.map((text) => html`<div>${text}</div>`)}</td>
    <td>
      ${messages.map((message) => html`<p>${prose.line(message)}</p>`)}
      <p class="soft">${first && advice(name, first.fault)}</p>
      <p class="soft">${forms.map(operationsOf)}</p>
    </td>
  </tr> `;
}

function operationsOf({ namespace, operations }: KnownFault["forms"][number]): Html {
  if (namespace === "") return html`Every call. `;
  return html`${operations.map((operation) => html`<a href="~/docs/operations/${operation}"><code>${operation}</code></a> `)}`;
}
