/**
 * JSON and YAML documents, which are read whole. A parser works through a text at a stretch, and that of YAML takes the
 * longer the more keys a mapping has: so a longer text is parsed in a thread of its own, which can be ended, while this
 * one goes on serving. What comes back is taken apart line by line.
 */
import { once } from "node:events";
import { isUtf8 } from "node:buffer";
import { Worker } from "node:worker_threads";
import { isObject } from "../../../engine/values/coercion.js";
import { isSliceOver, nextSlice } from "../../../engine/time-slices.js";
import { messageOf } from "../../../engine/values/messages.js";
import { shorten } from "../../../engine/values/text.js";
import { maxDocumentBytes, tooLongForDocument, type Chunks } from "../../../engine/states/forms.js";
import { valueOf } from "./lines.js";
import { StateProblems, problemAt } from "../../../engine/states/problem.js";

/** JSON of this length is parsed within some milliseconds. */
const shortBytes = 512 * 1024;

/** YAML can name a part and repeat it; this many times at most, so that a small file stays a small dataset. */
const maxAliases = 100;

const longest_ms = 30_000;

/** The parser finds something in every line of what is no YAML at all, and repeats it. */
const [maxProblems, maxMessage] = [20, 300];

/** Of the objects of a text and of the lines that are made of it. */
const maxMemory_mb = 768;

/** What the thread answers: lines in UTF-8, or what is wrong. */
type Answer = { readonly lines: Uint8Array } | { readonly problems: readonly string[] };

/**
 * CommonJS, since it is handed over as a text: so it runs wherever this file was built to. The first line is the document
 * with empty lists in the places of its rows; each of the others has a row and the way to its list.
 */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { parseDocument } = require("node:module").createRequire(workerData.home)("yaml");
function answerTo({ text, isYaml, maxAliasCount }) {
  try {
    if (!isYaml) return { value: JSON.parse(text) };
    const document = parseDocument(text, { prettyErrors: true });
    if (document.errors.length > 0)
      return { problems: document.errors.map(({ message }) => "is no YAML (" + message.split("\\n")[0] + ")") };
    return { value: document.toJS({ maxAliasCount }) };
  } catch (error) {
    return { problems: [isYaml ? error.message : "is no JSON (" + error.message + ")"] };
  }
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

/** What the text says. Throws StateProblems, and whatever reading the chunks does. */
export async function readDocument(chunks: Chunks, format: "json" | "yaml"): Promise<unknown> {
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
    throw problemAt("", `is no JSON (${messageOf(error)})${hint}`);
  }
}

async function inThread(text: string, isYaml: boolean): Promise<Uint8Array> {
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemory_mb },
    workerData: { home: import.meta.url, text, isYaml, maxAliasCount: maxAliases },
  });
  try {
    const signal = AbortSignal.timeout(longest_ms);
    const [answer] = (await once(worker, "message", { signal })) as [Answer];
    if ("lines" in answer) return answer.lines;
    throw new StateProblems(
      answer.problems
        .slice(0, maxProblems)
        .map((message) => ({ place: "", message: shorten(message, maxMessage) })),
    );
  } catch (error) {
    if (error instanceof StateProblems) throw error;
    throw problemAt("", `takes too much to read (${messageOf(error)})`);
  } finally {
    await worker.terminate();
  }
}

/** Puts the rows where the empty lists are. */
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
