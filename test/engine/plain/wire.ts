/** Text for the wire: always converted. */
import type { Wire } from "../../../src/engine/values/text.js";

export function wire(text: string): Wire {
  return Buffer.from(text).toString("latin1") as Wire;
}
