/** `/control/state`: the whole state as a dataset, out and in (interface.md 4, 9). */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router, type Request, type RequestHandler } from "express";
import { Mutex } from "../storage/mutex.js";
import { DatasetProblems } from "./dataset/document.js";
import { readDataset } from "./dataset/reader.js";
import { StateBody, StateBodyError } from "./state-body.js";
import { sendErrors } from "../http/errors.js";
import { bytesOf } from "../media/versioned-files.js";
import type { StateRecord } from "../storage/storage.js";
import { done } from "./answers.js";
import { nameOperation } from "./calls.js";
import { controlledShop, type ShopVersion } from "./controlled-shop.js";

const yamlTypes = ["application/yaml", "application/x-yaml", "text/yaml"];

/** Before the checks of all other addresses, which take a megabyte at most. */
export function stateRoutes(maxBytes: number): Router {
  const router = Router();
  router.get("/control/state", async (request, response) => {
    nameOperation(request, "exportState");
    const version = await controlledShop(request).version("once");
    response
      .status(200)
      .set({ "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
    await pipeline(Readable.from(stateText(version)), response).catch((error: unknown) => {
      // A client that goes away in the middle is no error of ours.
      if (!response.destroyed) throw error;
    });
  });
  // Each has a whole state in the making; the bytes of the next one wait at their sender.
  const turns = new Mutex();
  router.put("/control/state", async (request, response) => {
    nameOperation(request, "importState");
    const isYaml = isOf(request, yamlTypes);
    const body = isYaml || isOf(request, ["application/json"]) ? StateBody.of(request, maxBytes) : undefined;
    if (!body) return sendErrors(response, 415, "The body must be application/json or application/yaml.");
    const shop = controlledShop(request);
    await answerProblems(response, () =>
      turns.run(async () => {
        await shop.restore(await shop.build(await readDataset(body.chunks(), isYaml ? "yaml" : "json")));
        done(response);
      }),
    );
  });
  return router;
}

/** What is wrong with a dataset is 422, place by place. */
export async function answerProblems(
  response: Parameters<RequestHandler>[1],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StateBodyError) return sendErrors(response, error.status, error.message);
    if (!(error instanceof DatasetProblems)) throw error;
    const problems = error.problems.map(({ place, message }) =>
      place === "" ? { message } : { field: place, message },
    );
    sendErrors(response, 422, problems);
  }
}

function isOf(request: Request, types: string[]): boolean {
  // Null: a request without a body.
  return Boolean(request.is(types));
}

/** About so much text at a time. */
const chunkLength = 64 * 1024;

/** The state as JSON, piece by piece: the clock, then the collections, then the sequences. */
async function* stateText(version: ShopVersion): AsyncGenerator<string> {
  const { clock } = version;
  let text =
    clock.frozenAt === undefined
      ? "{"
      : `{"clock":"${new Date(clock.frozenAt).toISOString().slice(0, 19).replace("T", " ")}",`;
  text += '"collections":{';
  let collection = "";
  const sequences: Record<string, number> = {};
  for await (const record of version.state.records()) {
    if ("sequence" in record) {
      if (record.sequence !== "session") sequences[record.sequence] = record.value;
      continue;
    }
    if (record.collection === "sessions") continue;
    if (record.collection !== collection) {
      text += `${collection === "" ? "" : "],"}${JSON.stringify(record.collection)}:[\n`;
      collection = record.collection;
    } else text += ",\n";
    text += await documentText(version, record);
    if (text.length < chunkLength) continue;
    yield text;
    text = "";
  }
  yield `${text}${collection === "" ? "" : "]"}},\n"sequences":${JSON.stringify(sequences)}}\n`;
}

type DocumentRecord = Extract<StateRecord, { readonly doc: unknown }>;

async function documentText({ files }: ShopVersion, { collection, doc }: DocumentRecord): Promise<string> {
  if (collection !== "images") return JSON.stringify(doc);
  const file = await files.contents.get(doc.stored_as)?.open();
  const content = file && Buffer.from(await bytesOf(file)).toString("base64");
  return JSON.stringify({ ...doc, ...(content === undefined ? {} : { content }) });
}
