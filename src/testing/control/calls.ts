/** `/control/calls`: lists, streams, waits for and verifies the calls of the journal (docs/testing.md). */
import type { Response } from "express";
import type { components } from "../../../generated/rest.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import type { Contract } from "../../engine/contract/contract.js";
import { readJson } from "../../engine/calls/json.js";
import { isObject } from "../../engine/values/coercion.js";
import type { Problem } from "../../engine/values/problem.js";
import { notFoundMessage, type ControlAnswer } from "./answers.js";
import type { SameMembers, ControlQuery } from "./contract.js";
import type { Handlers } from "./handlers.js";
import {
  expectationConflicts,
  expectedCallProblems,
  mismatchMessage,
  nearestText,
  type Expectation,
  type ExpectedCall,
} from "../journal/expectation.js";
import { missingCallMessage } from "../journal/sequence.js";
import type { CallFilter, CallJournal, RecordedCall } from "../journal/journal.js";
import { recordedName } from "../journal/names.js";
import type { Match } from "../matching/call-match.js";
import { anyOperation, isOperationOf } from "../matching/operations.js";
import { matchMemberProblems } from "../matching/match-members.js";
import type { ControlledInstance } from "./controlled-instance.js";
import type { Sandboxes } from "./sandboxes.js";

const defaultLimit = 100;
const maxLimit = 1000;

/** Maximum number of unsent bytes per stream. A slower client misses calls, and can list them by their numbers. */
const maxWaitingBytes = 1024 * 1024;

/** Maximum number of streams and waiting requests per journal: each call is sent to all of them. */
const maxFollowers = 100;

/** The timeout of a waiting request without `timeout_ms`. */
export const defaultTimeoutMs = 5000;

const keepAliveMs = 15_000;

type CallOperations =
  | "listCalls"
  | "streamCalls"
  | "waitForCall"
  | "listWaitingCalls"
  | "listCallChanges"
  | "verifyCalls"
  | "clearCalls";

/** Maximum number of other journals that are searched for a missing call. */
const maxOtherJournals = 20;

type CallsMissed = components["schemas"]["CallsMissed"];

export function callHandlers(contract: Contract, sandboxes: Sandboxes): Handlers<CallOperations> {
  /** Tells if a missing call was made in another shop, because a test forgot its sandbox; "" if it was not. */
  const otherInstanceHint = (
    expected: ExpectedCall,
    { journal: own, sandbox }: ControlledInstance,
  ): string => {
    const there = sandboxes
      .journals(maxOtherJournals)
      .find(({ journal }) => journal !== own && journal.verify(expected).found > 0);
    if (!there) return "";
    const here = sandbox === undefined ? "the shop itself" : `the sandbox ${sandbox}`;
    return there.sandbox === undefined
      ? `Such a call was made in the shop itself, not in ${here}: it was sent without the header X-Sandbox, or not below /sandbox/${sandbox ?? ""}.`
      : `Such a call was made in the sandbox ${there.sandbox}, not in ${here}.`;
  };
  /** Tells of the rules that were to force the fault which the test expects, but did not. */
  const idleRules = (
    { operation, fault }: ExpectedCall,
    { faults }: ControlledInstance,
  ): readonly string[] => {
    const meant = recordedName(contract, operation) ?? operation;
    const idle = faults
      .list()
      .filter((rule) => rule.hits === 0 && rule.fault === fault && isOperationOf(rule.operation, meant));
    return idle.map(({ id, nth }) => {
      const waits = nth === undefined ? "" : `; it is for call ${nth} of those that match`;
      return `Rule ${id}, which forces ${fault}, has answered no call${waits}.`;
    });
  };
  const problemsOf = async (expected: ExpectedCall, shop: ControlledInstance): Promise<Problem[]> => [
    ...expectedCallProblems(contract, expected, shop.faults.undeclared),
    ...(await matchMemberProblems(
      contract,
      recordedName(contract, expected.operation) ?? "",
      expected.match,
      shop.additionalMembers,
    )),
  ];
  const sequenceProblems = async (sequence: readonly ExpectedCall[], shop: ControlledInstance) => {
    const problems: Problem[] = [];
    for (const [index, expected] of sequence.entries())
      for (const { field, message } of await problemsOf(expected, shop))
        problems.push({ field: `sequence[${index}].${field}`, message });
    return problems;
  };
  const callFailure = (
    expected: Expectation & ExpectedCall,
    shop: ControlledInstance,
    after?: number,
  ): CallsMissed | undefined => {
    const verified = shop.journal.verify(expected, after);
    const { found, nearest } = verified;
    const mismatch = mismatchMessage(expected, verified);
    if (mismatch === undefined) return undefined;
    const hints = found > 0 ? [] : [...idleRules(expected, shop), otherInstanceHint(expected, shop)];
    const message = [mismatch, ...hints].filter((line) => line !== "").join("\n");
    return { errors: [{ message }], found, nearest };
  };
  const sequenceFailure = (
    sequence: readonly ExpectedCall[],
    { journal }: ControlledInstance,
    after?: number,
  ): CallsMissed | undefined => {
    const missing = journal.verifySequence(sequence, after);
    if (!missing) return undefined;
    const { expected, step, nearest } = missing;
    const message = missingCallMessage(missing, (one) => nearestText(expected, one));
    return { errors: [{ message }], found: step - 1, nearest };
  };
  /** The filter of a query, after its names and its match were checked. Refuses the request otherwise. */
  const checkedFilter = async (
    query: ControlQuery<"listCalls" | "streamCalls" | "waitForCall">,
    shop: ControlledInstance,
    reply: ControlAnswer<"listCalls"> | ControlAnswer<"streamCalls"> | ControlAnswer<"waitForCall">,
  ): Promise<CallFilter | undefined> => {
    const match = matchOf(query.match);
    if (match === unreadable) {
      reply.refuse(400, [{ field: "match", message: "must be a JSON object" }]);
      return undefined;
    }
    const filter = { ...filterOf(query), match };
    const { operation = anyOperation, fault } = filter;
    const problems = await problemsOf({ operation, ...(fault && { fault }), ...(match && { match }) }, shop);
    if (problems.length === 0) return filter;
    reply.refuse(422, problems);
    return undefined;
  };
  return {
    async listCalls({ shop, query }, reply) {
      const filter = await checkedFilter(query, shop, reply);
      if (!filter) return;
      const { after, limit } = query;
      const maxRows = limit === undefined ? defaultLimit : Number(limit);
      await reply.list(shop.journal.list(filter, maxRows, after === undefined ? undefined : Number(after)));
    },
    async streamCalls({ request, shop, query }, reply) {
      const filter = await checkedFilter(query, shop, reply);
      if (!filter) return;
      if (refuseTooManyFollowers(reply, shop.journal)) return;
      const last = Number(request.get("Last-Event-ID") ?? query.after ?? NaN);
      await stream(reply.response, shop.journal, filter, last);
    },
    async listWaitingCalls({ shop }, reply) {
      await reply.list(shop.faults.waiting);
    },
    async listCallChanges({ shop, path: { number } }, reply) {
      const changes = shop.journal.changes(Number(number));
      if (changes === undefined) reply.refuse(404, notFoundMessage("call", number));
      else if (changes !== "gone") await reply.list(changes);
      else reply.refuse(410, `What call ${number} has changed is no longer kept: the journal is limited.`);
    },
    async waitForCall({ shop, query }, reply) {
      const checked = await checkedFilter(query, shop, reply);
      if (!checked) return;
      const filter = { ...checked, exceptGivenUp: true };
      if (refuseTooManyFollowers(reply, shop.journal)) return;
      const { after, timeout_ms = defaultTimeoutMs } = query;
      const { response } = reply;
      const isFound = await waitForMatch(
        response,
        shop.journal,
        filter,
        Number(after ?? 0),
        Number(timeout_ms),
      );
      if (response.closed) return;
      if (!isFound) {
        const lines = [`There was no such call within ${timeout_ms} ms.`];
        if (filter.operation !== undefined && after === undefined) {
          const { operation, fault, caller, outcome, match } = filter;
          const expected = {
            operation,
            ...(fault && { fault }),
            ...(caller && { caller }),
            ...(outcome && { outcome }),
            ...(match && { match }),
          };
          const mismatch = mismatchMessage(expected, shop.journal.verify(expected));
          if (mismatch !== undefined) lines.push(mismatch, otherInstanceHint(expected, shop));
        }
        return reply.refuse(408, lines.join("\n").trimEnd());
      }
      const calls = shop.journal.list(filter, defaultLimit, after === undefined ? undefined : Number(after));
      await reply.list(calls);
    },
    async verifyCalls({ shop, body }, reply) {
      const expected: SameMembers<Expectation, typeof body> = body;
      const { operation, sequence, only, after } = expected;
      const conflicts = expectationConflicts(expected);
      if (conflicts.length > 0) return reply.refuse(400, conflicts);
      const problems = sequence
        ? await sequenceProblems(sequence, shop)
        : await problemsOf({ ...expected, operation: operation ?? "" }, shop);
      if (problems.length > 0) return reply.refuse(422, problems);
      const failure = sequence
        ? sequenceFailure(sequence, shop, after)
        : callFailure({ ...expected, operation: operation ?? "" }, shop, after);
      if (failure) return reply.send(422, failure);
      const unexpected = only ? shop.journal.unexpected(expected, after) : undefined;
      if (unexpected === undefined) return reply.send(204);
      reply.send(422, { errors: [{ message: unexpected }] });
    },
    clearCalls({ shop }, reply) {
      shop.journal.clear();
      reply.send(204);
    },
  };
}

/**
 * Streams calls as server-sent events.
 * @param last earlier calls after this number are sent first; NaN = no earlier calls
 */
async function stream(
  response: Response,
  journal: CallJournal,
  filter: CallFilter,
  last: number,
): Promise<void> {
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    // Otherwise nginx buffers the stream.
    "X-Accel-Buffering": "no",
  });
  response.write(": the calls of the shop\n\n");
  if (Number.isSafeInteger(last)) await sendEarlier(response, journal, filter, last);
  if (response.destroyed) return;
  if (journal.followers >= maxFollowers) return void response.end();
  const unfollow = journal.follow(
    filter,
    (call, text) => send(response, call, text),
    () => response.end(),
  );
  const alive = setInterval(() => response.write(": still there\n\n"), keepAliveMs).unref();
  response.on("close", () => {
    unfollow();
    clearInterval(alive);
  });
}

/** Sends the calls after `last` in slices of the event loop, then those that were made meanwhile. */
async function sendEarlier(
  response: Response,
  journal: CallJournal,
  filter: CallFilter,
  last: number,
): Promise<void> {
  let sent = last;
  for (let isComplete = false; !isComplete;) {
    isComplete = true;
    for (const call of journal.list(filter, maxLimit, sent)) {
      send(response, call, JSON.stringify(call));
      sent = call.number;
      if (!isSliceOver()) continue;
      await nextSlice();
      if (response.destroyed) return;
      isComplete = false;
    }
  }
}

/** @param text the call as JSON, which all streams share */
function send(response: Response, { number }: RecordedCall, text: string): void {
  if (response.writableLength > maxWaitingBytes) return;
  response.write(`id: ${number}\nevent: call\ndata: ${text}\n\n`);
}

/** Waits for a matching call, unless the journal already contains one. Resolves to false after the timeout. */
function waitForMatch(
  response: Response,
  journal: CallJournal,
  filter: CallFilter,
  after: number,
  timeoutMs: number,
): Promise<boolean> {
  if (!journal.list(filter, 1, after).next().done) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (isFound: boolean) => {
      unfollow();
      clearTimeout(timer);
      resolve(isFound);
    };
    const unfollow = journal.follow(
      filter,
      ({ number }) => number > after && end(true),
      () => end(false),
    );
    const timer = setTimeout(() => end(false), timeoutMs);
    response.on("close", () => end(false));
  });
}

function refuseTooManyFollowers(
  reply: ControlAnswer<"streamCalls"> | ControlAnswer<"waitForCall">,
  { followers }: CallJournal,
): boolean {
  if (followers < maxFollowers) return false;
  reply.response.set("Retry-After", "1");
  reply.refuse(503, `There are ${maxFollowers} followers already; end some of them.`);
  return true;
}

const unreadable = Symbol("no JSON object");

/** The parameter `match`, which is JSON. */
function matchOf(text: string | undefined): Match | undefined | typeof unreadable {
  if (text === undefined || text === "") return undefined;
  const read = readJson(Buffer.from(text));
  return "value" in read && isObject(read.value) ? read.value : unreadable;
}

/** An empty parameter counts as absent. */
function filterOf(query: ControlQuery<"listCalls" | "streamCalls" | "waitForCall">): CallFilter {
  const { operation, fault, session, caller, door, outcome } = query;
  const given = Object.entries({ operation, fault, session, caller, door, outcome });
  return Object.fromEntries(given.filter(([, value]) => value));
}
