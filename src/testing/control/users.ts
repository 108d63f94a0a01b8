/** `/control/users` and `/control/sessions`: API users and their sessions, for access tests (docs/testing.md). */
import { userProblems, type UserChange, type Users, type UserSummary } from "../../engine/access/users.js";
import type { Contract } from "../../engine/contract/contract.js";
import { meantName } from "../../engine/config/spelling.js";
import { notFoundMessage } from "./answers.js";
import type { SameMembers } from "./contract.js";
import type { Handlers } from "./handlers.js";

export function userHandlers(contract: Contract): Handlers<"listUsers" | "saveUser" | "deleteUser"> {
  return {
    async listUsers({ shop }, reply) {
      const all = await shop.users.list();
      await reply.list(all.sort((a, b) => (a.username < b.username ? -1 : 1)));
    },
    async saveUser({ shop: { users }, body }, reply) {
      const change: SameMembers<UserChange, typeof body> = body;
      const { username } = change;
      const problems = userProblems(contract, change, (await findUser(users, username)) === undefined);
      if (problems.length > 0) return reply.refuse(422, problems);

      const outcome = await users.save(change);

      const saved = await findUser(users, username);
      // A concurrent request may have deleted the user.
      if (saved) reply.send(outcome === "created" ? 201 : 200, saved);
      else reply.refuse(404, notFoundMessage("API user", username));
    },
    async deleteUser({ shop, path: { username } }, reply) {
      if (await shop.users.remove(username)) reply.send(204);
      else reply.refuse(404, notFoundMessage("API user", username));
    },
  };
}

/** Opens sessions without an API key, which saves the time of checking it. */
export const sessionHandlers: Handlers<"createSession"> = {
  async createSession({ shop: { users, sessions }, body: { username } }, reply) {
    const user = await users.find(username);
    const problem = !user
      ? `is not an API user${meantName(
          username,
          (await users.list()).map((one) => one.username),
        )}`
      : !user.is_active
        ? "is an API user that is not active"
        : user.roles === null
          ? "is an API user without a role"
          : undefined;
    if (!user || problem !== undefined) {
      return reply.refuse(422, [{ field: "username", message: problem ?? "" }]);
    }
    reply.send(201, { session: await sessions.open(user) });
  },
};

async function findUser(users: Users, username: string): Promise<UserSummary | undefined> {
  const user = await users.find(username);
  return user && { username: user.username, roles: user.roles, is_active: user.is_active };
}
