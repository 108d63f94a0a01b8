/** States to start with, made once per process: a further server over the same dataset begins with a fork of one. */
import { Secrets } from "../access/secrets.js";
import { Sessions } from "../access/sessions.js";
import { Users } from "../access/users.js";
import { AdjustableClock } from "../clock.js";
import type { Settings } from "../config.js";
import { datasetRecords, type DatasetName } from "../datasets/dataset.js";
import { MemoryStorage } from "../storage/memory.js";
import type { StateRecord, Version } from "../storage/storage.js";

/** Each holds a whole shop. */
const maxStates = 8;

const states = new Map<string, Promise<Version>>();

/**
 * Data that never leaves memory needs no slow hashing, which is there for stolen data. Hashes name their cost, so that
 * a server with the usual one reads them all the same.
 */
export const secretsInMemory = () => new Secrets({ N: 2 ** 10, r: 8, p: 1 });

/** A dataset that comes with the service, and the first API user. */
export function startState(dataset: DatasetName, settings: Settings): Promise<Version> {
  const key = JSON.stringify([dataset, settings.apiUser, settings.apiKey]);
  const known = states.get(key);
  if (known) return known;
  const [oldest] = states.keys();
  if (oldest !== undefined && states.size >= maxStates) states.delete(oldest);
  const made = makeState(dataset, settings);
  states.set(key, made);
  made.catch(() => states.delete(key));
  return made;
}

async function makeState(dataset: DatasetName, settings: Settings): Promise<Version> {
  const storage = new MemoryStorage();
  const clock = new AdjustableClock();
  const sessions = new Sessions(storage, clock, settings, () => {});
  const users = new Users(storage, clock, secretsInMemory(), sessions);
  const records = await users.bootstrap(settings.apiUser, settings.apiKey);
  await storage.replace(withUser(dataset, records));
  return storage.version();
}

async function* withUser(dataset: DatasetName, user: readonly StateRecord[]): AsyncIterable<StateRecord> {
  yield* datasetRecords(dataset);
  yield* user;
}
