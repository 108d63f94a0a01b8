/** `/control/state`: the whole state as a dataset, out and in (interface 4, 9). */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { Mutex } from "../../engine/storage/mutex.js";
import { UniqueError } from "../../engine/storage/storage.js";
import type { Problem } from "../../engine/values/problem.js";
import { DatasetProblems } from "../states/document.js";
import { readDataset, type DatasetFormat } from "../states/reader.js";
import { StateBody, StateBodyError, tooLarge } from "../states/state-body.js";
import { sendErrors } from "../../engine/http/errors.js";
import { done } from "./answers.js";
import { nameOperation } from "./calls.js";
import { controlledShop, type ControlledShop } from "./controlled-shop.js";
import { bytesBehind, exportQuery } from "../states/state-rest.js";
import { stateText } from "../states/state-text.js";
import { addBytes, keptAside, uploadPart, type UploadPart } from "../states/state-uploads.js";

const yamlTypes = ["application/yaml", "application/x-yaml", "text/yaml"];

/** Before the checks of all other addresses, which take a megabyte at most. */
export function stateRoutes(maxBytes: number): Router {
  const router = Router();
  router.get("/control/state", async (request, response) => {
    nameOperation(request, "exportState");
    const asked = exportQuery(request.query);
    if ("problem" in asked) return sendErrors(response, 400, [asked.problem]);
    const version = await controlledShop(request).version("once");
    const text = stateText(version, asked.checksums);
    const body = asked.known ? await bytesBehind(text, asked.known) : text;
    if (!body) {
      const message = "The state does not begin with these bytes any more: begin anew.";
      return sendErrors(response, 409, message);
    }
    response
      .status(200)
      .set({ "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
    await pipeline(Readable.from(body), response).catch((error: unknown) => {
      // A client that goes away in the middle is no error of ours.
      if (!response.destroyed) throw error;
    });
  });
  // Each has a whole state in the making; the bytes of the next one wait at their sender.
  const turns = new Mutex();
  router.put("/control/state", async (request, response) => {
    nameOperation(request, "importState");
    const isYaml = isOf(request, yamlTypes);
    const part = uploadPart(request);
    // Who only asks how much is there sends no body, and so nothing of a type.
    const isJson = isOf(request, ["application/json"]) || (part && "id" in part && part.from === undefined);
    const body = isYaml || isJson ? StateBody.of(request, maxBytes) : undefined;
    if (!body) return sendErrors(response, 415, "The body must be application/json or application/yaml.");
    const replacing = { shop: controlledShop(request), body, maxBytes };
    if (part && "problem" in part) {
      request.resume();
      return sendErrors(response, 400, [part.problem]);
    }
    await answerProblems(response, async () => {
      if (part) return takePart(response, part, { ...replacing, turns });
      await turns.run(() => replaceState(replacing, isYaml ? "yaml" : "json"));
      done(response);
    });
    // Bytes that nobody wants any more must not be in the way of the next request.
    request.resume();
  });
  return router;
}

interface Replacing {
  readonly shop: ControlledShop;
  readonly body: StateBody;
  readonly maxBytes: number;
}

/** Where the state lies elsewhere, the bytes wait there too: those of a large state are in nobody's memory. */
async function replaceState({ shop, body }: Replacing, format: DatasetFormat): Promise<void> {
  const { uploads } = shop;
  if (shop.storage.shared && uploads && format === "json") {
    await keptAside(uploads, body.chunks(), async (read) => shop.restore(await shop.buildFrom(read)));
  } else await shop.restore(await shop.build(await readDataset(body.chunks(), format)));
}

/** Adds what the request brings; what is whole then replaces the state. */
async function takePart(
  response: Response,
  { id, from, total }: UploadPart,
  { shop, body, maxBytes, turns }: Replacing & { readonly turns: Mutex },
): Promise<void> {
  const { uploads } = shop;
  if (!uploads) {
    sendErrors(
      response,
      501,
      "This shop is in memory only, which keeps no parts: send the state in one piece.",
    );
    return;
  }
  if (total > maxBytes) throw tooLarge(maxBytes);
  const received =
    from === undefined ? await uploads.size(id) : await addBytes(uploads, id, from, body.chunks());
  if (received === undefined)
    return sendErrors(response, 409, [
      { field: "Content-Range", message: "does not follow on what is there" },
    ]);
  if (received < total) return void response.status(202).set("Upload-Offset", String(received)).end();
  await turns.run(async () => {
    try {
      await shop.restore(await shop.buildFrom((first, end) => uploads.read(id, first, end)));
    } catch (error) {
      // Nothing will ever come of these bytes; after any other error they are still wanted.
      if (isUnusable(error)) await uploads.remove(id);
      throw error;
    }
    await uploads.remove(id);
  });
  done(response);
}

function isUnusable(error: unknown): error is DatasetProblems | UniqueError {
  return error instanceof DatasetProblems || error instanceof UniqueError;
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

function problemsOf(error: DatasetProblems | UniqueError): Partial<Problem>[] {
  if (error instanceof DatasetProblems) {
    return error.problems.map(({ place, message }) =>
      place === "" ? { message } : { field: place, message },
    );
  }
  const { collection, key, values } = error;
  return [{ field: `collections.${collection}`, message: `two have the ${key} ${values.join(", ")}` }];
}

function isOf(request: Request, types: string[]): boolean {
  // Null: a request without a body.
  return Boolean(request.is(types));
}
