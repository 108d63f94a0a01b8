/** `/control/snapshots`: named snapshots of the whole state, in memory (docs/testing.md). */
import { timeOf } from "../../engine/clock.js";
import { versionWithout } from "../../engine/storage/state.js";
import { memoize } from "../../engine/values/memo.js";
import { Reservations } from "../../engine/values/reservations.js";
import { changesBetween } from "../journal/changes.js";
import type { ControlledInstance } from "./controlled-instance.js";
import { notFoundMessage } from "./answers.js";
import type { Handlers } from "./handlers.js";

/** Snapshots share equal data, but each keeps the data that was changed or deleted since. */
const maxSnapshots = 1000;

/** The snapshots of a shop that are being made. */
const begun = (shop: ControlledInstance) => memoize(shop, newReservations);

function newReservations(): Reservations<string> {
  return new Reservations();
}

export const snapshotHandlers: Handlers<
  "listSnapshots" | "createSnapshot" | "restoreSnapshot" | "deleteSnapshot" | "listChanges"
> = {
  listSnapshots({ shop }, reply) {
    const all = [...shop.snapshots].sort(([one], [other]) => (one < other ? -1 : 1));
    reply.send(
      200,
      all.map(([name, { createdAt }]) => ({ name, created_at: createdAt })),
    );
  },
  async createSnapshot({ shop, body: { name } }, reply) {
    const names = new Set([...shop.snapshots.keys(), ...begun(shop).keys]);
    if (!names.has(name) && names.size >= maxSnapshots) {
      return reply.refuse(422, `There are ${maxSnapshots} snapshots already; delete some.`);
    }
    const createdAt = await begun(shop).createOnce(name, async () => {
      const createdAt = timeOf(shop.clock);
      const version = await shop.version();
      const state = versionWithout(version.state, ["sessions"]);
      shop.snapshots.set(name, { version: { ...version, state }, createdAt });
      return createdAt;
    });
    reply.send(201, { name, created_at: createdAt });
  },
  async restoreSnapshot({ shop, path: { name } }, reply) {
    const snapshot = shop.snapshots.get(name);
    if (!snapshot) return reply.refuse(404, notFoundMessage("snapshot", name, [...shop.snapshots.keys()]));
    await shop.restore(snapshot.version);
    reply.send(204);
  },
  async listChanges({ shop, query: { since, until } }, reply) {
    const { snapshots, storage } = shop;
    const from = snapshots.get(since)?.version.state;
    const to = until === undefined ? await storage.version() : snapshots.get(until)?.version.state;
    if (!from || !to) {
      const missing = (from && until) ?? since;
      return reply.refuse(404, notFoundMessage("snapshot", missing, [...snapshots.keys()]));
    }
    await reply.list(changesBetween(from, to));
  },
  deleteSnapshot({ shop, path: { name } }, reply) {
    if (shop.snapshots.delete(name)) reply.send(204);
    else reply.refuse(404, notFoundMessage("snapshot", name, [...shop.snapshots.keys()]));
  },
};
