/** `/control/sandboxes`: forks of the whole shop (interface 10). */
import type { RequestHandler } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import type { CallJournal } from "../journal/journal.js";
import type { Problem } from "../../engine/values/problem.js";
import type { ControlBody } from "./contract.js";
import type { Handlers } from "./handlers.js";
import { controlledShop } from "./controlled-shop.js";
import { listed, noSuch } from "./answers.js";

/** Checked against openapi.yaml before it gets here. `from`: `current`, `sample`, `minimal` or the name of a snapshot. */
export type NewSandbox = NonNullable<ControlBody<"createSandbox">>;

export interface SandboxSummary {
  readonly name: string;
  /** What was changed in it since it was forked, roughly as JSON. */
  readonly size_bytes: number;
  readonly last_call_at: string | null;
  readonly expires_at: string;
}

export interface NamedJournal {
  /** Undefined = the shop itself. */
  readonly sandbox: string | undefined;
  readonly journal: CallJournal;
}

export interface Sandboxes {
  readonly size: number;
  has(name: string): boolean;
  create(wanted: NewSandbox): Promise<SandboxSummary>;
  list(): Promise<SandboxSummary[]>;
  /** Some of their names, the oldest first; costs nothing, as sizes do. */
  names(atMost: number): readonly string[];
  remove(name: string): boolean;
  /** The journals of the shop and of sandboxes that were called, those of the latest sandboxes first. */
  journals(atMost: number): readonly NamedJournal[];
}

/** Each has a few dozen kilobytes of its own. */
const maxSandboxes = 10_000;

const reserved = ["current", "sample", "minimal"];

/** A sandbox has none of its own. */
export const refuseInSandbox: RequestHandler = (request, response, next) => {
  if (controlledShop(request).sandbox === undefined) next();
  else sendErrors(response, 404, "There are no sandboxes inside sandboxes.");
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
        problems.push({ message: `There are ${maxSandboxes} sandboxes; delete some.` });
      if (problems.length > 0) return reply.refuse(422, problems);
      if (wanted.name !== undefined && sandboxes.has(wanted.name)) {
        return reply.refuse(409, [{ field: "name", message: "is the name of another sandbox" }]);
      }
      reply.send(201, await sandboxes.create(wanted));
    },
    deleteSandbox({ path: { name } }, reply) {
      if (sandboxes.remove(name)) reply.send(204);
      else reply.refuse(404, noSuch("sandbox", name, sandboxes.names(10)));
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
      message: `must be ${reserved.join(", ")} or the name of a snapshot; there are: ${listed([...snapshots.keys()])}`,
    });
  }
  return problems;
}
