/** Where a storage tells of each SQL statement as it sends it: to whoever traces, and for nothing while nobody does. */
import { channel } from "node:diagnostics_channel";

export interface SentStatement {
  /** Without the values of its parameters. */
  readonly text: string;
  readonly answer: Promise<unknown>;
}

export const sqlStatements = channel("store-management-api:sql");
