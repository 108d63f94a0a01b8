/** The formats in which a state is imported and exported (docs/testing.md). */
export type Chunks = AsyncIterable<Uint8Array>;

export type DatasetFormat = "json" | "yaml" | "jsonl";

export const linesType = "application/jsonl";

export const maxDocumentBytes = 64 * 1024 * 1024;

export const tooLongForDocument =
  `A JSON or YAML document has at most ${maxDocumentBytes} bytes: ` +
  "send a larger state as JSON Lines (application/jsonl), which store-api export writes.";
