/**
 * Reads JSON and YAML documents. Parsing blocks a thread, so longer texts are parsed in a worker thread, which can be
 * terminated. It returns JSON Lines, which are parsed here line by line.
 */
import { once } from "node:events";
import { isUtf8 } from "node:buffer";
import { Worker } from "node:worker_threads";
import { workerLoader } from "../../engine/config/package.js";
import { isObject } from "../../engine/values/coercion.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import { messageOf } from "../../engine/values/messages.js";
import { shorten } from "../../engine/values/text.js";
import { maxDocumentBytes, tooLongForDocument, type Chunks } from "../../engine/states/forms.js";
import { valueOf } from "./lines.js";
import { StateProblems, problemAt } from "../../engine/states/problem.js";

/** JSON up to this length is parsed in the main thread, in a few milliseconds. */
const shortBytes = 512 * 1024;

/** Maximum number of YAML aliases, so that a small file cannot expand to a huge dataset. */
const maxAliases = 100;

const timeout_ms = 30_000;

/** For a text that is not YAML, the parser reports a problem for every line and quotes it. */
const [maxProblems, maxMessage] = [20, 300];

/** For the parsed objects and the lines made from them. */
const maxMemory_mb = 768;

/** The message of the worker thread: lines in UTF-8, or problems. */
type Answer = { readonly lines: Uint8Array } | { readonly problems: readonly string[] };

/**
 * The program of the worker thread: a CommonJS text, so that it does not depend on where this file is built
 * to. The first line is the document with its lists of rows emptied; each further line contains a row and the
 * path of its list.
 */
const program = `
${workerLoader}
const { parentPort, workerData } = require("node:worker_threads");
const { isScalar, LineCounter, parseDocument, visit } = load("yaml");
function answerTo({ text, isYaml, maxAliasCount }) {
  try {
    if (!isYaml) return { value: JSON.parse(text) };
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { prettyErrors: true, lineCounter, uniqueKeys: false });
    const errors = document.errors.map(({ message }) => message.split("\\n")[0]).concat(repeatedKeys(document, lineCounter));
    if (errors.length > 0) return { problems: errors.map((message) => "is not valid YAML (" + message + ")") };
    return { value: document.toJS({ maxAliasCount }) };
  } catch (error) {
    return { problems: [isYaml ? error.message : "is not valid JSON (" + error.message + ")"] };
  }
}
// The parser compares each key with all others of its map.
function repeatedKeys(document, lineCounter) {
  const found = [];
  visit(document, {
    Map(_, { items }) {
      const known = new Set();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const { line, col } = lineCounter.linePos(key.range[0]);
        if (known.has(key.value)) found.push("Map keys must be unique at line " + line + ", column " + col + ":");
        known.add(key.value);
      }
    },
  });
  return found;
}
function linesOf(value) {
  const rows = [];
  const emptied = (list, ...way) => {
    if (!Array.isArray(list)) return list;
    for (const row of list) rows.push(JSON.stringify({ way, row }));
    return [];
  };
  const isObject = (one) => typeof one === "object" && one !== null && !Array.isArray(one);
  if (isObject(value)) {
    if ("calls" in value) value.calls = emptied(value.calls, "calls");
    if (isObject(value.collections))
      for (const name of Object.keys(value.collections))
        value.collections[name] = emptied(value.collections[name], "collections", name);
  }
  return [JSON.stringify({ row: value }), ...rows].join("\\n");
}
const { problems, value } = answerTo(workerData);
const answer = problems ? { problems } : { lines: new TextEncoder().encode(linesOf(value)) };
parentPort.postMessage(answer, answer.lines ? [answer.lines.buffer] : []);
`;

/** The parsed document. Throws StateProblems, and errors from reading the chunks. */
export async function readDatasetText(chunks: Chunks, format: "json" | "yaml"): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxDocumentBytes) throw problemAt("", tooLongForDocument);
    pieces.push(chunk);
  }
  const bytes = Buffer.concat(pieces);
  if (!isUtf8(bytes)) throw problemAt("", "is not UTF-8");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (format === "json" && size <= shortBytes) return parsed(text);
  return withRows(Buffer.from(await inThread(text, format === "yaml")));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const isLines = /^\{"(state|collection|sequence)"/.test(text);
    const hint = isLines ? "; JSON Lines are sent as application/jsonl" : "";
    throw problemAt("", `is not valid JSON (${messageOf(error)})${hint}`);
  }
}

async function inThread(text: string, isYaml: boolean): Promise<Uint8Array> {
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemory_mb },
    workerData: { text, isYaml, maxAliasCount: maxAliases },
  });
  try {
    const signal = AbortSignal.timeout(timeout_ms);
    const [answer] = (await once(worker, "message", { signal })) as [Answer];
    if ("lines" in answer) return answer.lines;
    throw new StateProblems(
      answer.problems
        .slice(0, maxProblems)
        .map((message) => ({ place: "", message: shorten(message, maxMessage) })),
    );
  } catch (error) {
    if (error instanceof StateProblems) throw error;
    throw problemAt("", `takes too long to read (${messageOf(error)})`);
  } finally {
    await worker.terminate();
  }
}

/** Parses the lines and puts the rows back into their lists. */
async function withRows(lines: Buffer): Promise<unknown> {
  let value: unknown;
  let list: { readonly name: string; readonly rows: unknown[] } | undefined;
  for (let from = 0; from < lines.length;) {
    const found = lines.indexOf(0x0a, from);
    const end = found < 0 ? lines.length : found;
    const place = list ? `${list.name}[${list.rows.length}]` : "";
    const { way, row } = valueOf(lines.subarray(from, end), place) as { way?: string[]; row: unknown };
    if (way === undefined) value = row;
    else {
      const name = way.join(".");
      if (list?.name !== name) list = { name, rows: listAt(value, way) };
      list.rows.push(row);
    }
    from = end + 1;
    if (isSliceOver()) await nextSlice();
  }
  return value;
}

function listAt(value: unknown, way: readonly string[]): unknown[] {
  return way.reduce((at, name) => (isObject(at) ? at[name] : undefined), value) as unknown[];
}
