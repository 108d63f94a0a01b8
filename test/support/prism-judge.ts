/** With TEST_PRISM=1, Prism checks the whole suite. It is the proxy between each test and a server that repeats the answer
 * that the test has just got. So Prism sees every exchange, and the shop gets each request only once.
 *
 *     TEST_PRISM=1 npx vitest run
 */
import { ContractViolation } from "./contract.js";
import type { Violation } from "./prism.js";
import { isOfAddress } from "./published.js";

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly request: {
    readonly headers: Record<string, string>;
    readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  };
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string };
}

/**
 * The addresses of Prism and of the server behind it, which the setup of the run has started
 * (prism-setup.ts).
 */
const recorder = process.env.TEST_PRISM_RECORDER;
const judges = {
  operations: process.env.TEST_PRISM_OPERATIONS ?? "",
  others: process.env.TEST_PRISM_OTHERS ?? "",
};

/** Prism needs seconds for a body of megabytes. */
const longestText = 512 * 1024;

/** Throws ContractViolation for an answer that Prism refuses; does nothing in a normal run. */
export async function askPrism(exchange: Exchange): Promise<void> {
  const { method, path, request, answer } = exchange;
  if (recorder === undefined || !isJudged(exchange)) return;
  let said = await saidByPrism(recorder, exchange, request.body);
  // A request can have so many errors that Prism does not report those of the answer, so the answer is sent
  // again with an empty request.
  if (said?.startsWith(tooMany) && request.body !== undefined)
    said = await saidByPrism(recorder, exchange, "{}");
  if (said === undefined) return;
  const found = said.startsWith(tooMany) ? [said] : responseViolations(said);
  if (found.length === 0) return;
  throw new ContractViolation(
    `Prism on ${method} ${path} ${answer.status}: ${JSON.stringify(found)}\n${answer.text.slice(0, 500)}`,
  );
}

const tooMany = "Too many violations";

/** Tests send invalid requests on purpose. */
function responseViolations(said: string): Violation[] {
  return (JSON.parse(said) as Violation[]).filter(({ location }) => location[0] === "response");
}

/** The violations in Prism's words; undefined if its contract has no such address or method. */
async function saidByPrism(
  recorder: string,
  { method, path, request, answer: { status, headers, text } }: Exchange,
  body: Exchange["request"]["body"],
): Promise<string | undefined> {
  const id = await (
    await fetch(recorder, { method: "PUT", body: JSON.stringify({ status, headers: [...headers], text }) })
  ).text();
  const isOfOperation = path.startsWith("/api/rpc/") && !isOfAddress(status, text);
  const response = await fetch((isOfOperation ? judges.operations : judges.others) + path, {
    method,
    headers: { ...request.headers, "X-Recorded": id },
    ...(body === undefined ? {} : { body }),
    redirect: "manual",
  });
  await response.arrayBuffer();
  // Prism itself answers these.
  if (!response.headers.has("x-was-recorded")) return undefined;
  return response.headers.get("sl-violations") ?? "[]";
}

function isJudged({ method, path, request: { body }, answer: { status, headers, text } }: Exchange): boolean {
  if (!/^\/(api|control|health|metrics|openapi|openrpc|customers\.xsd|dataset)/.test(path)) return false;
  // Prism itself fails on an answer that announces a body and has none.
  if (method === "HEAD" || method === "OPTIONS") return false;
  // Prism crashes on addresses that cannot be decoded, such as /api/rpc/%ff.
  if (!isDecodable(path)) return false;
  // Answers that can occur at every address: a bare status that a rule of the test control forces, and the
  // refusal of plain HTTP.
  if (status >= 400 && text === "" && !headers.has("content-type")) return false;
  if (status === 403 && text.includes("only be reached by HTTPS")) return false;
  return text.length <= longestText && (body?.length ?? 0) <= longestText;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
