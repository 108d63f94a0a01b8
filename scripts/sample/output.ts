import type { Outputs } from "../generate/outputs.js";
import { sampleRecords } from "./sample.js";

/** The sample shop, one record per line. */
export const sampleOutput: Outputs = {
  "generated/sample.jsonl": async () => {
    const lines: string[] = [];
    for await (const record of sampleRecords()) lines.push(`${JSON.stringify(record)}\n`);
    return lines.join("");
  },
};
