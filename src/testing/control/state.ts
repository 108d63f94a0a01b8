/** `/control/state`: the whole state as a dataset, out and in (interface 4, 9). */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { Mutex } from "../../engine/storage/mutex.js";
import { UniqueError } from "../../engine/storage/storage.js";
import type { Problem } from "../../engine/values/problem.js";
import { sendErrors } from "../../engine/http/errors.js";
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
import { done } from "./answers.js";
import { nameOperation } from "./calls.js";
import { controlledShop, type ControlledShop, type ShopVersion } from "./controlled-shop.js";

/** Before the checks of all other addresses, which take a megabyte at most. */
export function stateRoutes(maxBytes: number, states: StateForms): Router {
  const router = Router();
  router.get("/control/state", async (request, response) => {
    nameOperation(request, "exportState");
    const [unknown] = Object.keys(request.query);
    if (unknown !== undefined)
      return sendErrors(response, 400, [{ field: unknown, message: "is no parameter of this address" }]);
    const version = await controlledShop(request).version("once");
    response.set({ "Cache-Control": "no-store", Vary: "Accept" });
    if (request.accepts("application/json", linesType) === linesType)
      return sendLines(request, response, states, version);
    response.status(200).set("Content-Type", "application/json; charset=utf-8");
    await send(response, states.text(version));
  });
  // Each has a whole state in the making; the bytes of the next one wait at their sender.
  const turns = new Mutex();
  router.put("/control/state", async (request, response) => {
    nameOperation(request, "importState");
    const format = formatOf(request);
    const limit = format === "jsonl" ? maxBytes : Math.min(maxBytes, maxDocumentBytes);
    const body = format && StateBody.of(request, limit, limit < maxBytes ? tooLongForDocument : undefined);
    if (!body) return sendErrors(response, 415, `The body must be ${Object.keys(formats).join(", ")}.`);
    await answerProblems(response, async () => {
      await turns.run(() => replaceState(controlledShop(request), states, body.chunks(), format));
      done(response);
    });
    // Bytes that nobody wants any more must not be in the way of the next request.
    request.resume();
  });
  return router;
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
  response: Response,
  states: StateForms,
  version: ShopVersion,
): Promise<void> {
  const first = rangeForm.exec(request.get("Range") ?? "")?.[1];
  const lines = states.lines(version, Number(first ?? 0));
  const beginning = await lines.next();
  response.set({ "Content-Type": `${linesType}; charset=utf-8`, "Accept-Ranges": "lines" });
  if (beginning.done) {
    response.set("Content-Range", "lines */*");
    return sendErrors(response, 416, [{ field: "Range", message: "begins behind the last line" }]);
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
  response: Parameters<RequestHandler>[1],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StateBodyError) return sendErrors(response, error.status, error.message);
    if (!isUnusable(error)) throw error;
    sendErrors(response, 422, problemsOf(error));
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
