/** A diagnostics channel with each SQL statement that is sent. It costs nothing without subscribers. */
import { channel } from "node:diagnostics_channel";

export interface SentStatement {
  /** Without parameter values. */
  readonly text: string;
  readonly answer: Promise<unknown>;
}

export const sqlStatements = channel("store-management-api:sql");
