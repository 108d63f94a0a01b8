/** States to start with, made once per process: a further server over the same dataset begins with a fork of one. */
import { Secrets } from "../../engine/access/secrets.js";
import { Sessions } from "../../engine/access/sessions.js";
import { Users } from "../../engine/access/users.js";
import { AdjustableClock } from "../../engine/clock.js";
import type { ShopSettings } from "../../shop/settings.js";
import type { ShopVersion } from "../control/controlled-shop.js";
import type { DatasetName } from "../../shop/data/dataset.js";
import { datasetVersion } from "../../shop/data/states/dataset-versions.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { State, versionWith } from "../../engine/storage/state.js";
import { collections } from "../../shop/data/collections.js";

/** Few: one for each API user that servers of the process are started with. */
const maxKept = 8;

const kept = new Map<string, Promise<State>>();

/**
 * Data that never leaves memory needs no slow hashing, which is there for stolen data. Hashes name their cost, so that
 * a server with the usual one reads them all the same.
 */
export const secretsInMemory = () => new Secrets({ N: 2 ** 10, r: 8, p: 1 });

/** A dataset that comes with the service, and the first API user. */
export async function startState(dataset: DatasetName, settings: ShopSettings): Promise<ShopVersion> {
  const [version, user] = await Promise.all([datasetVersion(dataset), userState(settings)]);
  return { ...version, state: versionWith(version.state, user, ["api_users"], ["api_user"]) };
}

function userState(settings: ShopSettings): Promise<State> {
  const key = JSON.stringify([settings.apiUser, settings.apiKey]);
  const known = kept.get(key);
  if (known) return known;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= maxKept) kept.delete(oldest);
  const made = makeUserState(settings);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

async function makeUserState(settings: ShopSettings): Promise<State> {
  const [storage, clock] = [new MemoryStorage({ collections }), new AdjustableClock()];
  const sessions = new Sessions(storage, clock, settings, () => {});
  const users = new Users(storage, clock, secretsInMemory(), sessions);
  return State.of(collections, await users.bootstrap(settings.apiUser, settings.apiKey));
}
