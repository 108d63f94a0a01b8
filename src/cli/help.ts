/** What `store-api --help` prints. */
import { flagOf, variableOf } from "../engine/config/names.js";
import { groups, type SettingRow } from "../engine/config/table.js";
import { settingNames, settingTable, type SettingName } from "../shop/settings.js";
import { exitCodes } from "../engine/config/exit-codes.js";

const intro = `Store Management API: an online shop's catalog, sales and customers over JSON-RPC 2.0 and REST.

Usage: store-api [--<setting> <value>]...         start a server
       store-api <command> [options]              speak to a running one; store-api help lists the commands

Without settings it listens on http://127.0.0.1:8080, keeps its data in ./data and loads a sample shop when
it starts for the first time.

Examples:
  store-api                                   a shop to try, kept in ./data
  store-api --storage memory: --port 0        a throw-away shop for tests, on a free port
  store-api --storage file:/var/lib/shop --dataset minimal --api-key "$KEY"
  STORE_API_LOG_LEVEL=warn store-api          every setting is also an environment variable

A flag wins over the environment variable, and that over the file .env in the working folder, which
--no-env-file leaves unread. Only variables that begin with STORE_API_ are settings, and PORT and HOST when
they are usable. A setting that is misspelt or out of range stops the start with one line that names it.
NODE_ENV is development, test or production; production refuses the public default key.`;

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
