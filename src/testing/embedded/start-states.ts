/** Start states, built once per process: another server with the same dataset starts with a fork of the first one's state. */
import { hashesCheaply, Secrets } from "../../engine/access/secrets.js";
import { Sessions } from "../../engine/access/sessions.js";
import { Users } from "../../engine/access/users.js";
import { AdjustableClock } from "../../engine/clock.js";
import type { ShopSettings } from "../../shop/settings.js";
import type { InstanceVersion } from "../control/controlled-instance.js";
import { datasetVersion, type DatasetName } from "../../shop/states/dataset.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { BoundedCache } from "../../engine/values/bounded-cache.js";
import { State, versionWith } from "../../engine/storage/state.js";
import { collections } from "../../shop/data/collections.js";

/** One state for each first API user and cost of hashes; more than a few are unlikely in one process. */
const userStates = new BoundedCache<string, Promise<State>>(8);

/** The state of a built-in dataset together with the first API user. */
export async function startState(dataset: DatasetName, settings: ShopSettings): Promise<InstanceVersion> {
  const sample = datasetVersion(dataset, undefined, hashesCheaply(settings));
  const [version, user] = await Promise.all([sample, userState(settings)]);
  return { ...version, state: versionWith(version.state, user, ["api_users"], ["api_user"]) };
}

function userState(settings: ShopSettings): Promise<State> {
  const key = JSON.stringify([settings.apiUser, settings.apiKey, settings.passwordHashCost]);
  const known = userStates.get(key);
  if (known) return known;
  const made = makeUserState(settings);
  userStates.set(key, made);
  made.catch(() => userStates.delete(key));
  return made;
}

async function makeUserState(settings: ShopSettings): Promise<State> {
  const [storage, clock] = [new MemoryStorage({ collections }), new AdjustableClock()];
  const sessions = new Sessions(storage, clock, settings, () => {});
  const users = new Users(storage, clock, Secrets.by(settings), sessions);
  return State.of(collections, await users.bootstrap(settings.apiUser, settings.apiKey));
}
