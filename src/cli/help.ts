/** The text of `store-api --help`. */
import { flagOf, variableOf } from "../engine/config/names.js";
import { groups, type SettingRow } from "../engine/config/row.js";
import { settingNames, settingTable, type SettingName } from "../shop/settings.js";
import { exitCodes } from "../engine/config/exit-codes.js";

const intro = `Store Management API: catalog, sales and customers of an online shop by JSON-RPC 2.0 and REST.

Usage: store-api [--<setting> <value>]...         start a server
       store-api <command> [options]              talk to a running server; store-api help lists the commands

Without settings, the server listens on http://127.0.0.1:8080, stores its data in ./data and loads a sample shop
at its first start.

Examples:
  store-api                                   a shop to try, stored in ./data
  store-api --storage memory: --port 0        a temporary shop for tests, on a free port
  store-api --storage file:/var/lib/shop --dataset minimal --api-key "$KEY"
  store-api --extend ./ol_customer.yaml       the shop, and own operations (docs/own-operations.md)
  STORE_API_LOG_LEVEL=warn store-api          every setting is also an environment variable

Flags take precedence over environment variables, and these over the file .env in the working folder, which is
not read with --no-env-file. Only variables that begin with STORE_API_ are settings, and PORT and HOST if they are
valid. If a setting is misspelt or out of range, the start fails with one line that names it.
NODE_ENV is development, test or production; in production, the server refuses the public default key.`;

/** All settings with their defaults, in groups. */
export function helpText(): string {
  const sections = groups.map((group) => {
    const rows = settingNames.filter((name) => settingTable[name].group === group).map(describe);
    return `${group}\n${rows.join("\n")}`;
  });
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `  ${code}  ${meaning}`);
  return [
    intro,
    ...sections,
    `Exit codes\n${codes.join("\n")}`,
    "Also: --help, --version, --no-env-file\n",
  ].join("\n\n");
}

function describe(name: SettingName): string {
  const row: SettingRow<unknown> = settingTable[name];
  const fallback = row.defaultText ?? (typeof row.default === "string" ? row.default : "none");
  return `  --${flagOf(name)}, ${variableOf(name)}\n      ${row.help} Default: ${fallback}`;
}
