/** What the commands share. */
import type { Command } from "commander";
import type { Connection } from "./connection.js";
import type { Output } from "./output.js";

/** Where commands write. */
export interface CommandStreams {
  /** See `Output.write`. */
  readonly write: (text: string) => unknown;
  readonly fail: (text: string) => void;
}

/** Creates commands, and gives them their server and output. */
export interface CommandTools extends CommandStreams {
  /** For commands without a server. */
  readonly program: Command;
  /** Creates a command with the common options and examples in its help. */
  readonly command: (name: string, summary: string, examples: readonly string[]) => Command;
  /** Returns the server and output for the action of such a command. */
  readonly use: (command: Command) => { readonly server: Connection; readonly output: Output };
}

/** Shops that `import` reads in place of a file. */
export interface ImportSource {
  /** Adds options, among them the one that names the shop. */
  readonly addOptions: (command: Command) => void;
  /** Whether the options name a shop of this kind. */
  readonly isNamed: (options: object) => boolean;
  readonly read: (options: object, target: ImportTarget) => Promise<void>;
}

interface ImportTarget {
  readonly server: Connection;
  readonly output: Output;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}
