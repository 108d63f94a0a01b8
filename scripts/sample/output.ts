import { sampleRecords } from "./sample.js";

/** The sample shop as a generated file, one record per line. */
export async function sampleOutput(): Promise<Record<string, string>> {
  const lines: string[] = [];
  for await (const record of sampleRecords()) lines.push(`${JSON.stringify(record)}\n`);
  return { "generated/sample.jsonl": lines.join("") };
}
