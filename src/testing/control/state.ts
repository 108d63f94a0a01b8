/** `/control/state`: exports and imports the whole state as a dataset (docs/testing.md). */
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
import type { ControlledInstance, InstanceVersion } from "./controlled-instance.js";

export type StateOperation = "exportState" | "importState";

/** @param maxBytes limit for the decompressed body of an import */
export function stateHandlers(maxBytes: number, states: StateForms): Handlers<StateOperation> {
  // One import at a time: each builds a whole state. The bytes of a waiting import stay at its sender.
  const imports = new Mutex();
  return {
    async exportState({ request, shop, query }, reply) {
      const { response } = reply;
      const [unknown] = Object.keys(query);
      if (unknown !== undefined)
        return reply.refuse(400, [{ field: unknown, message: "is not a query parameter of this address" }]);
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
      await refuseProblems(reply, async () => {
        await imports.run(() => replaceState(shop, states, body.chunks(), format));
        reply.send(204);
      });
      // The rest of the body would block the next request of the connection.
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

/** `Range: lines=1000-` starts at that line, counted from 0. */
const rangeForm = /^lines=(\d{1,15})-$/;

/** Sends the lines from the start of `Range`. Other forms of `Range` are ignored, as HTTP requires. */
async function sendLines(
  request: Request,
  reply: ControlAnswer<"exportState">,
  states: StateForms,
  version: InstanceVersion,
): Promise<void> {
  const { response } = reply;
  const first = rangeForm.exec(request.get("Range") ?? "")?.[1];
  const lines = states.lines(version, Number(first ?? 0));
  const firstLine = await lines.next();
  response.set({ "Content-Type": `${linesType}; charset=utf-8`, "Accept-Ranges": "lines" });
  if (firstLine.done) {
    response.set("Content-Range", "lines */*");
    return reply.refuse(416, [{ field: "Range", message: "begins after the last line" }]);
  }
  if (first !== undefined) response.set("Content-Range", `lines ${first}-/*`);
  response.status(first === undefined ? 200 : 206);
  await send(response, followedBy(firstLine.value, lines));
}

async function* followedBy(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function send(response: Response, text: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(text), response).catch((error: unknown) => {
    // A client disconnect is not an error of the server.
    if (!response.destroyed) throw error;
  });
}

/**
 * Replaces the state. With a shared storage, JSON Lines are spooled to disk, so that a large state does not fill the
 * memory.
 */
async function replaceState(
  shop: ControlledInstance,
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

/** Runs work on a dataset and returns its problems with 422, one for each place. */
export async function refuseProblems(
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
