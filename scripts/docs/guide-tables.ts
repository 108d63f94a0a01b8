/** Tables of the guide, generated from the contracts and the table of settings. */
import { html, type Html } from "../../src/addons/pages/html.js";
import { listTable } from "../../src/addons/pages/table.js";
import { exitCodes } from "../../src/engine/config/exit-codes.js";
import { groups, type SettingRow } from "../../src/engine/config/row.js";
import { settingTable } from "../../src/shop/settings.js";
import { variableOf } from "../../src/engine/config/names.js";
import type { Prose } from "./prose.js";
import { resolved, type RpcContract } from "./sources.js";
import { memberTable, typeText } from "./types.js";

export function namespaceTable({ "x-namespaces": namespaces }: RpcContract): Html {
  return listTable(
    ["Namespace", "Subject", "Aliases"],
    Object.entries(namespaces).map(([name, { title, aliases }]) => [
      html`<a href="~/docs#${name}"><code>${name}</code></a>`,
      title,
      html`${aliases.map((alias) => html`<code>${alias}</code> `)}`,
    ]),
  );
}

/** The table of named scalar types. */
export function valueTable(contract: RpcContract, prose: Prose): Html {
  const single = Object.entries(contract.components.schemas).filter(
    ([, { type, description }]) =>
      ["string", "integer", "number", "boolean"].includes(type ?? "") && description !== undefined,
  );
  return listTable(
    ["Type", "Written as", "Meaning"],
    single.map(([name, schema]) => [
      html`<code>${name}</code>`,
      typeText(contract, schema),
      prose.line(schema.description),
    ]),
  );
}

/** The table of operators of a filter type. */
export function operatorTable(contract: RpcContract, prose: Prose, name: string): Html {
  const { [name]: condition, [`${name}Operators`]: operators } = contract.components.schemas;
  if (!condition || !operators) throw new Error(`the contract has no ${name}`);
  return html`<h2 id="${name}">${name}</h2>
    ${prose.block(condition.description)}
    ${memberTable(operators, { contract, prose, anchor: name, label: `Operators of ${name}` })}`;
}

export function schemaText(contract: RpcContract, name: string): string | undefined {
  return contract.components.schemas[name]?.description;
}

export function methodText({ methods }: RpcContract, name: string): string {
  const method = methods.find((one) => one.name === name);
  return `\`${name}\`: ${method?.summary ?? ""} ${method?.description ?? ""}`;
}

export function operationList(
  contract: RpcContract,
  prose: Prose,
  isMeant: (method: RpcContract["methods"][number]) => boolean,
): Html {
  return listTable(
    ["Operation", "Effect"],
    contract.methods
      .filter(isMeant)
      .map((method) => [
        html`<a href="~/docs/operations/${method.name}"><code>${method.name}</code></a>`,
        prose.line(resolved(contract, method).summary),
      ]),
  );
}

/** The table of limits, from the settings that define them. */
export function limitTable(names = /./): Html {
  return settingsTable(([name, { group }]) => group === "Limits" && names.test(name));
}

/** All settings: for each group, its heading and its table. */
export function settingGroups(): readonly (string | Html)[] {
  return groups.flatMap((title) => [`### ${title}`, settingsTable(([, { group }]) => group === title)]);
}

/** The exit codes of the server. */
export function exitCodeTable(): Html {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
  return listTable(["Exit code", "Meaning"], rows);
}

function settingsTable(isMeant: (row: readonly [string, SettingRow<unknown>]) => boolean): Html {
  const rows = Object.entries<SettingRow<unknown>>(settingTable)
    .filter(isMeant)
    .map(([name, { help, defaultText, default: fallback }]) => {
      const value = typeof fallback === "string" ? fallback : "none";
      return [html`<code>${variableOf(name)}</code>`, defaultText ?? value, help];
    });
  return listTable(["Setting", "Default", "Meaning"], rows);
}
