/** What the commands are made with. */
import type { Command } from "commander";
import type { Connection } from "./connection.js";
import type { Output } from "./output.js";

/** How a command gets at its server and its output, with the options that all have. */
export interface CommandTools {
  /** A command with those options and its examples in the help. */
  readonly command: (name: string, summary: string, examples: readonly string[]) => Command;
  /** For the action of such a command. */
  readonly use: (command: Command) => { readonly server: Connection; readonly output: Output };
}
