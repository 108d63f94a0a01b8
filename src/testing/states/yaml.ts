/**
 * YAML as JSON. The parser works through a whole text at once, and takes the longer the more keys a mapping has: so it
 * works in a thread of its own, which can be ended, while this one goes on serving.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { messageOf } from "../../engine/values/messages.js";
import { shorten } from "../../engine/values/text.js";
import { DatasetProblems } from "./document.js";

/** YAML can name a part and repeat it; this many times at most, so that a small file stays a small dataset. */
const maxAliases = 100;

const longest_ms = 30_000;

/** The parser finds something in every line of what is no YAML at all, and repeats it. */
const [maxProblems, maxMessage] = [20, 300];

/** Of the objects of a text and of the JSON that is made of it. */
const maxMemory_mb = 512;

/** What the thread answers: the JSON in UTF-8, or what is wrong. */
type Answer = { readonly json: Uint8Array } | { readonly problems: readonly string[] };

/** CommonJS, since it is handed over as a text: so it runs wherever this file was built to. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { parseDocument } = require("node:module").createRequire(workerData.home)("yaml");
function answerTo({ text, maxAliasCount }) {
  try {
    const document = parseDocument(text, { prettyErrors: true });
    if (document.errors.length > 0)
      return { problems: document.errors.map(({ message }) => "is no YAML (" + message.split("\\n")[0] + ")") };
    return { json: new TextEncoder().encode(JSON.stringify(document.toJS({ maxAliasCount })) ?? "null") };
  } catch (error) {
    return { problems: [error.message] };
  }
}
const answer = answerTo(workerData);
parentPort.postMessage(answer, answer.json ? [answer.json.buffer] : []);
`;

/** The JSON that a YAML text stands for. Throws DatasetProblems. */
export async function jsonOfYaml(text: string): Promise<Buffer> {
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemory_mb },
    workerData: { home: import.meta.url, text, maxAliasCount: maxAliases },
  });
  try {
    const signal = AbortSignal.timeout(longest_ms);
    const [answer] = (await once(worker, "message", { signal })) as [Answer];
    if ("json" in answer) return Buffer.from(answer.json.buffer);
    throw new DatasetProblems(
      answer.problems
        .slice(0, maxProblems)
        .map((message) => ({ place: "", message: shorten(message, maxMessage) })),
    );
  } catch (error) {
    if (error instanceof DatasetProblems) throw error;
    throw new DatasetProblems([{ place: "", message: `takes too much to read (${messageOf(error)})` }]);
  } finally {
    await worker.terminate();
  }
}
