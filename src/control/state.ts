/** `/control/state`: the whole state as a dataset, out and in (interface.md 4, 9). */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router, type Request, type RequestHandler } from "express";
import { Mutex } from "../storage/mutex.js";
import { DatasetProblems } from "./dataset/document.js";
import { readDataset } from "./dataset/reader.js";
import { StateBody, StateBodyError } from "./state-body.js";
import { sendErrors } from "../http/errors.js";
import { done } from "./answers.js";
import { nameOperation } from "./calls.js";
import { controlledShop } from "./controlled-shop.js";
import { stateText } from "./state-text.js";

const yamlTypes = ["application/yaml", "application/x-yaml", "text/yaml"];

/** Before the checks of all other addresses, which take a megabyte at most. */
export function stateRoutes(maxBytes: number): Router {
  const router = Router();
  router.get("/control/state", async (request, response) => {
    nameOperation(request, "exportState");
    const { checksums = "false", ...others } = request.query;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      return sendErrors(response, 400, [{ field: unknown, message: "is no parameter of this address" }]);
    if (checksums !== "true" && checksums !== "false")
      return sendErrors(response, 400, [{ field: "checksums", message: "must be true or false" }]);
    const version = await controlledShop(request).version("once");
    response
      .status(200)
      .set({ "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
    await pipeline(Readable.from(stateText(version, checksums === "true")), response).catch(
      (error: unknown) => {
        // A client that goes away in the middle is no error of ours.
        if (!response.destroyed) throw error;
      },
    );
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
