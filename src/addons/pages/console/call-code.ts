/** Shows a call of the console or of the journal as code to copy. */
import { shellQuote } from "../../../engine/values/shell.js";
import { serviceUrl } from "../browser/place.js";
import { memberOf, type MadeCall } from "./shop.js";

export const languages = ["curl", "TypeScript", "Python", "PHP", "fetch"] as const;
export type CodeLanguage = (typeof languages)[number];

interface AnyCall {
  readonly operation: string;
  readonly params: object;
}

export function codeForCall(language: CodeLanguage, { operation, params }: MadeCall | AnyCall): string {
  const [namespace = "", name = ""] = operation.split(".");
  const path = `${memberOf(namespace)}.${name}`;
  switch (language) {
    case "curl":
      return [
        `curl -s ${shellQuote(`${serviceUrl}/api/rpc/${operation}`)} \\`,
        `  -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' \\`,
        `  -d ${shellQuote(JSON.stringify(params))}`,
      ].join("\n");
    case "TypeScript":
      return [
        `import { createClient } from "store-management-api/client";`,
        "",
        `const shop = createClient({ url: ${JSON.stringify(serviceUrl)}, username, apiKey });`,
        `const answer = await shop.${path}(${typescript(params)});`,
      ].join("\n");
    case "Python":
      return [
        "from store_api import Shop",
        "",
        `shop = Shop(${JSON.stringify(serviceUrl)}, username, api_key)`,
        `answer = shop.${namespace}.${snake(name)}(${named(snakeCased(params), "=", python)})`,
      ].join("\n");
    case "PHP":
      return [
        `$shop = new StoreApi\\Shop(${php(serviceUrl)}, $username, $apiKey);`,
        `$answer = $shop->${path.replace(".", "->")}(${named(params, ": ", php)});`,
      ].join("\n");
    case "fetch":
      return [
        `const response = await fetch(${JSON.stringify(`${serviceUrl}/api/rpc/${operation}`)}, {`,
        `  method: "POST",`,
        `  headers: { Authorization: \`Bearer \${session}\`, "Content-Type": "application/json" },`,
        `  body: JSON.stringify(${typescript(params)}),`,
        `});`,
      ].join("\n");
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function snakeCased(params: object): object {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [snake(name), value as unknown]));
}

function typescript(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
}

function named(params: object, between: string, write: (value: unknown) => string): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}${between}${write(value)}`)
    .join(", ");
}

function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}

function php(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return `'${value.replace(/[\\']/g, "\\$&")}'`;
  if (Array.isArray(value)) return `[${value.map(php).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, one]) => `${php(name)} => ${php(one)}`);
    return `[${members.join(", ")}]`;
  }
  return JSON.stringify(value);
}
