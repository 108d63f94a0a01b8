/** What the commands share. */
import type { Command } from "commander";
import type { Connection } from "./connection.js";
import type { Output } from "./output.js";

/** Creates commands with the common options, and gives them their server and output. */
export interface CommandTools {
  /** Creates a command with the common options and examples in its help. */
  readonly command: (name: string, summary: string, examples: readonly string[]) => Command;
  /** Returns the server and output for the action of such a command. */
  readonly use: (command: Command) => { readonly server: Connection; readonly output: Output };
}
