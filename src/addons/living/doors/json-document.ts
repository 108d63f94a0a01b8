/** Parses JSON of a foreign server or client, which may nest without end. */

/** The JSON cannot be read. The message is a sentence part. */
export class JsonError extends Error {}

const maxDepth = 512;

/** Throws a `JsonError`. */
export function parseJsonDocument(text: string): unknown {
  if (depthOf(text) > maxDepth) throw new JsonError(`it nests deeper than ${maxDepth} levels`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonError("it is not JSON");
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, (depth += 1));
    else if (token === "]" || token === "}") depth -= 1;
  }
  return deepest;
}
