/** `/control/sandboxes`: creates, lists and deletes forks of the whole shop (docs/testing.md). */
import type { RequestHandler } from "express";
import type { components } from "../../../generated/rest.js";
import { sendErrors } from "../../engine/serving/errors.js";
import type { CallJournal } from "../journal/journal.js";
import type { Problem } from "../../engine/values/problem.js";
import type { ControlBody } from "./contract.js";
import type { Handlers } from "./handlers.js";
import { controlledInstance } from "./controlled-instance.js";
import { joinNames, notFoundMessage } from "./answers.js";

/** `from` is `current`, `sample`, `minimal` or the name of a snapshot. */
export type NewSandbox = NonNullable<ControlBody<"createSandbox">>;

export type SandboxSummary = components["schemas"]["Sandbox"];

export interface NamedJournal {
  /** The name of the sandbox; undefined = the main shop. */
  readonly sandbox: string | undefined;
  readonly journal: CallJournal;
}

export interface Sandboxes {
  /** Includes those that are being created, as `has` does. */
  readonly size: number;
  has(name: string): boolean;
  /** Check `size` and `has` in the same turn. */
  create(wanted: NewSandbox): Promise<SandboxSummary>;
  list(): Promise<SandboxSummary[]>;
  /** Names of the oldest sandboxes. Cheaper than `list`, which determines the sizes. */
  names(atMost: number): readonly string[];
  remove(name: string): boolean;
  /** The journals of the main shop and of called sandboxes, the latest sandboxes first. */
  journals(atMost: number): readonly NamedJournal[];
}

/** A sandbox without changes takes a few dozen kilobytes. */
const maxSandboxes = 10_000;

const reserved = ["current", "sample", "minimal"];

/** Refuses sandboxes of a sandbox. */
export const refuseInSandbox: RequestHandler = (request, response, next) => {
  if (controlledInstance(request).sandbox === undefined) next();
  else sendErrors(response, 404, "A sandbox cannot contain sandboxes.");
};

export function sandboxHandlers(
  sandboxes: Sandboxes,
): Handlers<"listSandboxes" | "createSandbox" | "deleteSandbox"> {
  return {
    async listSandboxes(_asked, reply) {
      await reply.list(await sandboxes.list());
    },
    async createSandbox({ shop, body: wanted = {} }, reply) {
      const problems = sandboxProblems(wanted, shop.snapshots);
      if (sandboxes.size >= maxSandboxes)
        problems.push({ message: `There are ${maxSandboxes} sandboxes already; delete some.` });
      if (problems.length > 0) return reply.refuse(422, problems);
      if (wanted.name !== undefined && sandboxes.has(wanted.name)) {
        return reply.refuse(409, [{ field: "name", message: "is the name of another sandbox" }]);
      }
      reply.send(201, await sandboxes.create(wanted));
    },
    deleteSandbox({ path: { name } }, reply) {
      if (sandboxes.remove(name)) reply.send(204);
      else reply.refuse(404, notFoundMessage("sandbox", name, sandboxes.names(10)));
    },
  };
}

function sandboxProblems(
  { name, from }: NewSandbox,
  snapshots: ReadonlyMap<string, unknown>,
): Partial<Problem>[] {
  const problems: Partial<Problem>[] = [];
  if (name !== undefined && reserved.includes(name)) problems.push({ field: "name", message: "is reserved" });
  if (from !== undefined && !reserved.includes(from) && !snapshots.has(from)) {
    problems.push({
      field: "from",
      message: `must be ${reserved.join(", ")} or the name of a snapshot; there are: ${joinNames([...snapshots.keys()])}`,
    });
  }
  return problems;
}
