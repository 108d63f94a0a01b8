/** `/control/users` and `/control/sessions`: who may call, for access tests (interface 4). */
import { Router } from "express";
import { userProblems, type Users, type UserSummary } from "../../engine/access/users.js";
import type { Contract } from "../../engine/contract/contract.js";
import { sendErrors } from "../../engine/http/errors.js";
import { answer, answerList, doneIf } from "./answers.js";
import { bodyOf, type AnswerOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";

export function userRoutes(contract: Contract): Router {
  const router = Router();
  router.get("/control/users", async (request, response) => {
    const all = await controlledShop(request).users.list();
    const byName = all.sort((a, b) => (a.username < b.username ? -1 : 1));
    await answerList(response, byName);
  });
  router.post("/control/users", async (request, response) => {
    const { users } = controlledShop(request);
    const change = bodyOf<"saveUser">(request);
    const problems = userProblems(contract, change, (await findUser(users, change.username)) === undefined);
    if (problems.length > 0) return sendErrors(response, 422, problems);

    const outcome = await users.save(change);

    answer(response, outcome === "created" ? 201 : 200, await findUser(users, change.username));
  });
  router.delete("/control/users/:username", async (request, response) => {
    const { username } = request.params;
    doneIf(response, await controlledShop(request).users.remove(username), "API user", username);
  });
  return router;
}

/** Sessions without a key, and so without the time that checking one takes. */
export function sessionRoutes(): Router {
  const router = Router();
  router.post("/control/sessions", async (request, response) => {
    const { users, sessions } = controlledShop(request);
    const { username } = bodyOf<"createSession">(request);
    const user = await users.find(username);
    const problem = !user
      ? "is no API user"
      : !user.is_active
        ? "is an API user that is not active"
        : user.roles === null
          ? "is an API user without a role"
          : undefined;
    if (!user || problem !== undefined) {
      return sendErrors(response, 422, [{ field: "username", message: problem ?? "" }]);
    }
    answer(response, 201, { session: await sessions.open(user) } satisfies AnswerOf<"createSession", 201>);
  });
  return router;
}

async function findUser(users: Users, username: string): Promise<UserSummary | undefined> {
  const user = await users.find(username);
  return user && { username: user.username, roles: user.roles, is_active: user.is_active };
}
