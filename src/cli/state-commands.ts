/** `reset`, `snapshot`, `restore` and `sandbox`. */
import { restoreBackup, type BackupRestoreOptions } from "./backup.js";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { CommandError, segment, type Connection } from "./connection.js";
import { datasetBody, isYaml, readTextFile } from "./dataset-files.js";
import { json, wholeNumber } from "./option-values.js";
import { print, printRows } from "./output.js";
import type { RecordedChange } from "../../generated/clients/typescript/control.js";
import { changeText } from "../testing/journal/line-texts.js";
import type { CommandTools } from "./command-tools.js";

export function addStateCommands(tools: CommandTools): void {
  addReset(tools);
  addSnapshots(tools);
  addSandboxes(tools);
}

function addReset({ command, use }: CommandTools): void {
  command("reset", "Reset the whole shop to its initial state, or to a dataset.", [
    "reset",
    "reset minimal --keep-sessions",
    "reset ./orders.yaml",
  ])
    .argument("[dataset]", "sample, minimal or a dataset file, JSON or YAML")
    .option("--keep-sessions", "keep all sessions")
    .action(async (dataset: string | undefined, options: { keepSessions?: true }, self: Command) => {
      const { server, output } = use(self);
      if (dataset !== undefined && (await isLarge(dataset))) {
        if (options.keepSessions)
          throw new CommandError(2, "a file over 1 MiB ends all sessions: remove --keep-sessions");
        await resetByImport(server, dataset);
      } else {
        await server.control("POST", "/reset", {
          dataset: dataset === undefined ? undefined : await datasetNamed(dataset),
          keep_sessions: options.keepSessions,
        });
      }
      print(
        output,
        { reset: dataset ?? "start" },
        `The shop was reset to ${dataset ?? "its initial state"}.`,
      );
    });
}

const datasets = ["sample", "minimal"];

async function datasetNamed(name: string): Promise<unknown> {
  if (datasets.includes(name)) return name;
  // A plain word is rather a misspelt dataset than a file.
  if (/^[\w-]+$/.test(name) && !(await stat(name).catch(() => undefined)))
    throw new CommandError(
      2,
      `${name} is neither a dataset (there are ${datasets.join(" and ")}) nor a file in this folder`,
    );
  const text = await readTextFile(name);
  if (isYaml(name)) {
    const { parse } = await import("yaml");
    return parse(text) as unknown;
  }
  return json(name)(text);
}

/** A dataset that is too large for the body of a reset is imported, which also ends all sessions. */
async function resetByImport(server: Connection, file: string): Promise<void> {
  await server.importState(await datasetBody(file));
  await server.control("DELETE", "/faults");
  await server.control("DELETE", "/calls");
}

const largestReset = 1024 * 1024;

async function isLarge(name: string): Promise<boolean> {
  if (datasets.includes(name)) return false;
  // A file that cannot be read is reported later, when it is read.
  const found = await stat(name).catch(() => undefined);
  return found !== undefined && found.size > largestReset * 0.9;
}

interface SnapshotOptions {
  readonly list?: true;
  readonly changes?: true;
  readonly delete?: true;
}

function addSnapshots({ command, use }: CommandTools): void {
  command(
    "snapshot",
    "Take a named copy of the whole shop; list or delete copies, or what has changed since.",
    [
      "snapshot before-checkout",
      "snapshot --list",
      "snapshot before-checkout --changes",
      "snapshot before-checkout --delete",
    ],
  )
    .argument("[name]", "its name; an existing snapshot is replaced")
    .option("--list", "list the snapshots")
    .option("--changes", "list what has changed since the snapshot")
    .option("--delete", "delete the snapshot")
    .action(async (name: string | undefined, options: SnapshotOptions, self: Command) => {
      const { server, output } = use(self);
      if (name === undefined || options.list) {
        const all = (await server.control("GET", "/snapshots")) as object[];
        return printRows(output, all, ["name", "created_at"], "There are no snapshots.");
      }
      if (options.changes) {
        const changes = (await server.control("GET", `/changes?since=${segment(name)}`)) as RecordedChange[];
        return print(output, changes, changes.map(changeText).join("\n") || "Nothing has changed.");
      }
      if (options.delete) {
        await server.control("DELETE", `/snapshots/${segment(name)}`);
        return print(output, { deleted: name }, `The snapshot ${name} was deleted.`);
      }
      print(output, await server.control("POST", "/snapshots", { name }), `The snapshot ${name} was taken.`);
    });
  command("restore", "Restore the whole shop from a snapshot; sessions end. A path: from a backup.", [
    "restore before-checkout",
    "restore /backup --drill",
    "restore /backup/shop-20261123T021500Z.jsonl.gz --storage file:/var/lib/store-api",
  ])
    .argument("<name>", "the snapshot, or a backup: its file, or the folder with the newest one")
    .option(
      "--storage <address>",
      "the storage to restore the backup into, default STORE_API_STORAGE; for a folder, stop its server first",
    )
    .option("--yes", "replace the shop that is in the storage")
    .option("--drill", "restore the backup into memory and compare")
    .action(async (name: string, options: BackupRestoreOptions, self: Command) => {
      const { server, output } = use(self);
      // Names of snapshots have no slash. STORE_API_STORAGE keeps the database password out of the process list.
      const isPath = process.env.STORE_API_STORAGE !== undefined && (name.includes("/") || existsSync(name));
      if (isPath || options.storage !== undefined || options.drill || options.yes)
        return restoreBackup(name, options, output);
      await server.control("POST", `/snapshots/${segment(name)}/restore`);
      print(output, { restored: name }, `The shop was restored from ${name}.`);
    });
}

function addSandboxes({ command, use }: CommandTools): void {
  command("sandbox", "Copy the shop into a sandbox, or list or delete sandboxes.", [
    "sandbox worker-1 --from sample",
    "sandbox --from sample",
    "sandbox",
    "sandbox worker-1 --delete",
  ])
    .argument(
      "[name]",
      "its name; without one, --from and --expires generate it, and no option lists the sandboxes",
    )
    .option("--from <state>", "current, sample, minimal or a snapshot")
    .option("--expires <seconds>", "removed this many seconds after its last call", wholeNumber("--expires"))
    .option("--list", "list the sandboxes")
    .option("--delete", "delete the sandbox")
    .action(async (name: string | undefined, options: SandboxOptions, self: Command) => {
      const { server, output } = use(self);
      const columns = ["name", "size_bytes", "last_call_at", "expires_at"];
      const asksForNone =
        name === undefined && !options.delete && !options.from && options.expires === undefined;
      if (options.list || asksForNone) {
        const all = (await server.control("GET", "/sandboxes")) as object[];
        return printRows(output, all, columns, "There are no sandboxes.");
      }
      if (options.delete) {
        if (name === undefined) throw new CommandError(2, "name the sandbox to delete");
        await server.control("DELETE", `/sandboxes/${segment(name)}`);
        return print(output, { deleted: name }, `The sandbox ${name} was deleted.`);
      }
      const made = (await server.control("POST", "/sandboxes", {
        name,
        from: options.from,
        expires_in_seconds: options.expires,
      })) as { name: string };
      print(output, made, `The sandbox ${made.name} is at ${server.url}/sandbox/${made.name}/`);
    });
}

interface SandboxOptions {
  readonly from?: string;
  readonly expires?: number;
  readonly list?: true;
  readonly delete?: true;
}
