/** `/control/state`: the whole state as a dataset, out and in (interface 4, 9). */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { Mutex } from "../../engine/storage/memory.js";
import { UniqueError } from "../../engine/storage/storage.js";
import type { Problem } from "../../engine/values/problem.js";
import type { StateForms } from "../../engine/application.js";
import {
  linesType,
  maxDocumentBytes,
  tooLongForDocument,
  type Chunks,
  type DatasetFormat,
} from "../../engine/states/forms.js";
import { StateProblems } from "../../engine/states/problem.js";
import { spooled } from "../../engine/states/spool.js";
import { StateBody, StateBodyError } from "./state-body.js";
import type { ControlAnswer } from "./answers.js";
import type { Handlers } from "./handlers.js";
import type { ControlledShop, ShopVersion } from "./controlled-shop.js";

export type StateOperation = "exportState" | "importState";

/** Before the checks of all other addresses, which take a megabyte at most. */
export function stateHandlers(maxBytes: number, states: StateForms): Handlers<StateOperation> {
  // Each has a whole state in the making; the bytes of the next one wait at their sender.
  const turns = new Mutex();
  return {
    async exportState({ request, shop, query }, reply) {
      const { response } = reply;
      const [unknown] = Object.keys(query);
      if (unknown !== undefined)
        return reply.refuse(400, [{ field: unknown, message: "is no parameter of this address" }]);
      const version = await shop.version("once");
      response.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", Vary: "Accept" });
      if (request.accepts("application/json", linesType) === linesType)
        return sendLines(request, reply, states, version);
      response.status(200).set("Content-Type", "application/json; charset=utf-8");
      await send(response, states.text(version));
    },
    async importState({ request, shop }, reply) {
      const format = formatOf(request);
      const limit = format === "jsonl" ? maxBytes : Math.min(maxBytes, maxDocumentBytes);
      const body = format && StateBody.of(request, limit, limit < maxBytes ? tooLongForDocument : undefined);
      if (!body) return reply.refuse(415, `The body must be ${Object.keys(formats).join(", ")}.`);
      await answerProblems(reply, async () => {
        await turns.run(() => replaceState(shop, states, body.chunks(), format));
        reply.send(204);
      });
      // Bytes that nobody wants any more must not be in the way of the next request.
      request.resume();
    },
  };
}

const formats: Readonly<Record<string, DatasetFormat>> = {
  "application/json": "json",
  [linesType]: "jsonl",
  "application/yaml": "yaml",
  "application/x-yaml": "yaml",
  "text/yaml": "yaml",
};

function formatOf(request: Request): DatasetFormat | undefined {
  return formats[request.is(Object.keys(formats)) || ""];
}

/** `Range: lines=1000-`: from the line with that number on, counted from 0. */
const rangeForm = /^lines=(\d{1,15})-$/;

/** A range of another form is passed over, as HTTP wants it. */
async function sendLines(
  request: Request,
  reply: ControlAnswer<"exportState">,
  states: StateForms,
  version: ShopVersion,
): Promise<void> {
  const { response } = reply;
  const first = rangeForm.exec(request.get("Range") ?? "")?.[1];
  const lines = states.lines(version, Number(first ?? 0));
  const beginning = await lines.next();
  response.set({ "Content-Type": `${linesType}; charset=utf-8`, "Accept-Ranges": "lines" });
  if (beginning.done) {
    response.set("Content-Range", "lines */*");
    return reply.refuse(416, [{ field: "Range", message: "begins behind the last line" }]);
  }
  if (first !== undefined) response.set("Content-Range", `lines ${first}-/*`);
  response.status(first === undefined ? 200 : 206);
  await send(response, followedBy(beginning.value, lines));
}

async function* followedBy(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function send(response: Response, text: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(text), response).catch((error: unknown) => {
    // A client that goes away in the middle is no error of ours.
    if (!response.destroyed) throw error;
  });
}

/** Where the state lies elsewhere, the lines of a large one are in nobody's memory. */
async function replaceState(
  shop: ControlledShop,
  states: StateForms,
  chunks: Chunks,
  format: DatasetFormat,
): Promise<void> {
  if (shop.storage.shared && format === "jsonl")
    await spooled(chunks, async (read) => shop.restore(await shop.buildFrom(read)));
  else await shop.restore(await shop.build(await states.read(chunks, format)));
}

function isUnusable(error: unknown): error is StateProblems | UniqueError {
  return error instanceof StateProblems || error instanceof UniqueError;
}

/** What is wrong with a dataset is 422, place by place. */
export async function answerProblems(
  reply: ControlAnswer<"resetShop"> | ControlAnswer<"importState">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StateBodyError) return reply.refuse(error.status, error.message);
    if (!isUnusable(error)) throw error;
    reply.refuse(422, problemsOf(error));
  }
}

function problemsOf(error: StateProblems | UniqueError): Partial<Problem>[] {
  if (error instanceof StateProblems) {
    return error.problems.map(({ place, message }) =>
      place === "" ? { message } : { field: place, message },
    );
  }
  const { collection, key, values } = error;
  return [{ field: `collections.${collection}`, message: `two have the ${key} ${values.join(", ")}` }];
}
