/** JSON in, with bounds: the text of a body, how deep it may nest, and its value. */

/** Lists and objects inside one another. */
const maxNesting = 64;

/** Why a body cannot be read, as a sentence. */
export const jsonProblems = {
  encoding: "The body is not UTF-8.",
  nesting: `The body nests deeper than ${maxNesting} levels.`,
  syntax: "The body is not JSON.",
} as const;

export type JsonProblem = (typeof jsonProblems)[keyof typeof jsonProblems];

export type JsonReading = { readonly value: unknown } | { readonly problem: JsonProblem };

/** The value of a JSON body. */
export function readJson(body: Buffer): JsonReading {
  const text = decodeUtf8(body);
  return text === undefined ? { problem: jsonProblems.encoding } : parseJson(text);
}

/** The value of a JSON text. */
export function parseJson(text: string): JsonReading {
  if (nestsDeeperThan(maxNesting, text)) return { problem: jsonProblems.nesting };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: jsonProblems.syntax };
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a body, without a byte order mark; undefined when it is not UTF-8. */
export function decodeUtf8(body: Buffer): string | undefined {
  const text = body.toString("utf8");
  // Only a replacement character can hide bytes that are not UTF-8, so most bodies are decoded once.
  if (!text.includes("\ufffd")) return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return strictUtf8.decode(body);
  } catch {
    return undefined;
  }
}

/** Does the text open more than `limit` lists and objects inside one another? */
function nestsDeeperThan(limit: number, json: string): boolean {
  if (!opensMoreThan(limit, json)) return false;
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case '"':
        index = endOfText(json, index);
        break;
      case "[":
      case "{":
        depth += 1;
        if (depth > limit) return true;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

/** Are there more than `limit` opening brackets in all? Most bodies have few, and finding so few costs next to nothing. */
function opensMoreThan(limit: number, json: string): boolean {
  let count = 0;
  for (const bracket of ["[", "{"]) {
    let at = json.indexOf(bracket);
    while (at !== -1 && count <= limit) {
      count += 1;
      at = json.indexOf(bracket, at + 1);
    }
  }
  return count > limit;
}

/** Index of the quote that closes the text opened at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (json[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}
