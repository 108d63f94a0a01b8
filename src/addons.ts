/**
 * The add-ons beside the core. One line for each is all that the core knows of it. An add-on is loaded when it is used;
 * without its line and its folder, everything else works as before.
 */
import type { RequestHandler } from "express";
import type { CommandTools, ImportSource } from "./cli/command-tools.js";
import type { Telemetry } from "./engine/serving/telemetry.js";
import type { StorageAddon } from "./engine/storage/storage-addon.js";
import type { PageParts } from "./server/page-parts.js";

export interface Addons {
  /** Add commands to store-api. */
  readonly commands: readonly Load<{ readonly addCommands: (tools: CommandTools) => void }>[];
  /** Read the shop that `import --from` names. */
  readonly sources: readonly Load<{ readonly source: ImportSource }>[];
  /** Routes of the server for people. */
  readonly pages: readonly Load<{ readonly pageRoutes: (parts: PageParts) => RequestHandler }>[];
  /** Storages by the scheme of their address. */
  readonly storages: Readonly<Record<string, Load<StorageAddon>>>;
  /** The traces of `TELEMETRY=opentelemetry`. */
  readonly telemetry?: Load<{ readonly loadTelemetry: () => Promise<Telemetry> }>;
}

type Load<Module> = () => Promise<Module>;

export const addons: Addons = {
  commands: [
    () => import("./addons/clients/command.js"),
    () => import("./addons/living/commands/commands.js"),
    () => import("./addons/mcp/mcp.js"),
  ],
  sources: [() => import("./addons/living/commands/import.js")],
  pages: [() => import("./addons/pages/pages.js")],
  storages: { postgres: () => import("./addons/postgres/addon.js") },
  telemetry: () => import("./addons/telemetry/telemetry.js"),
};
