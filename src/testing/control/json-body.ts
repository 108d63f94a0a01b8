/** Reads JSON bodies of the test control, with the limits of all JSON bodies (calls/json.ts). */
import { raw, type RequestHandler } from "express";
import { bodyFormOf } from "../../engine/http/request.js";
import { sendErrors } from "../../engine/serving/errors.js";
import { WireExchange } from "../../engine/http/exchange.js";
import { readJson, type JsonReading } from "../../engine/calls/json.js";
import { sanitize } from "../../engine/values/coercion.js";

/** Sets `request.body` to the parsed value, without NUL characters. */
export function jsonBody(maxBytes: number): RequestHandler[] {
  return [forgetType, raw({ type: "application/json", limit: maxBytes }), parseBody];
}

/** The type of no content says nothing: `curl -d ""` sends that of a form. */
const forgetType: RequestHandler = ({ headers }, _response, next) => {
  if (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0)
    delete headers["content-type"];
  next();
};

const parseBody: RequestHandler = (request, response, next) => {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) return next();
  // The journal records the members of a body: those of a refused one would be its bytes.
  request.body = undefined;
  if (!bodyFormOf(request).isUtf8) return sendErrors(response, 415, "The charset must be UTF-8.");
  const exchange = WireExchange.of(response);
  if (exchange) exchange.body = body;
  const read = parse(body);
  if ("problem" in read) return sendErrors(response, 400, read.problem);
  request.body = read.value;
  next();
};

function parse(body: Buffer): JsonReading {
  if (body.length === 0) return { value: {} };
  const read = readJson(body);
  return "problem" in read ? read : { value: sanitize(read.value, { isWhole: true }) };
}
