/** `/control/snapshots`: named copies of the whole state, kept in memory (interface 4.1). */
import { Router } from "express";
import { timeOf } from "../../engine/clock.js";
import { sendErrors } from "../../engine/http/errors.js";
import { answer, done, doneIf } from "./answers.js";
import { bodyOf, type AnswerOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";

/** Copies share what is the same, but each keeps what was changed or deleted since. */
const maxSnapshots = 1000;

export function snapshotRoutes(): Router {
  const router = Router();
  router.get("/control/snapshots", (request, response) => {
    const all = [...controlledShop(request).snapshots].sort(([one], [other]) => (one < other ? -1 : 1));
    answer(
      response,
      200,
      all.map(([name, { createdAt }]) => ({ name, created_at: createdAt })) satisfies AnswerOf<
        "listSnapshots",
        200
      >,
    );
  });
  router.post("/control/snapshots", async (request, response) => {
    const shop = controlledShop(request);
    const { name } = bodyOf<"createSnapshot">(request);
    if (!shop.snapshots.has(name) && shop.snapshots.size >= maxSnapshots) {
      return sendErrors(response, 422, `There are ${maxSnapshots} snapshots; delete some.`);
    }
    const createdAt = timeOf(shop.clock);
    shop.snapshots.set(name, { version: await shop.version(), createdAt });
    answer(response, 201, { name, created_at: createdAt } satisfies AnswerOf<"createSnapshot", 201>);
  });
  router.post("/control/snapshots/:name/restore", async (request, response) => {
    const shop = controlledShop(request);
    const { name } = request.params;
    const snapshot = shop.snapshots.get(name);
    if (!snapshot) return doneIf(response, false, "snapshot", name);
    await shop.restore(snapshot.version);
    done(response);
  });
  router.delete("/control/snapshots/:name", (request, response) => {
    const { name } = request.params;
    doneIf(response, controlledShop(request).snapshots.delete(name), "snapshot", name);
  });
  return router;
}
