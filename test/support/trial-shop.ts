/**
 * A shop without HTTP, in which no call has an effect: every transaction is rolled back after its handler, so that
 * thousands of calls start from the same state.
 */
import { grantsBy } from "../../src/engine/access/roles.js";
import { Secrets } from "../../src/engine/access/secrets.js";
import { Call } from "../../src/engine/calls/call.js";
import type { Fault } from "../../src/engine/contract/faults.js";
import { isRefusal } from "../../src/engine/calls/outcome.js";
import { run } from "../../src/engine/calls/pipeline.js";
import { AdjustableClock } from "../../src/engine/clock.js";
import { VersionedFiles } from "../../src/engine/files/versioned-files.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import { RewritingStorage } from "../../src/engine/storage/rewriting-storage.js";
import type { Tx } from "../../src/engine/storage/storage.js";
import { collections } from "../../src/shop/data/collections.js";
import { defaultSettings } from "../../src/shop/settings.js";
import { ShopApplication } from "../../src/shop/shop.js";
import { noRequest, serviceOf } from "./calls.js";
import { openShop, testTime } from "./shop.js";

const cheapHashing = { N: 16, r: 1, p: 1 };

/** Rolls every write back once it is told to, and answers its result all the same. */
class UndoingStorage extends MemoryStorage {
  isUndoing = false;

  override async write<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    if (!this.isUndoing) return super.write(work);
    const done: { result?: R } = {};
    try {
      return await super.write(async (tx) => {
        done.result = await work(tx);
        // oxlint-disable-next-line typescript/only-throw-error
        throw done;
      });
    } catch (error) {
      if (error === done) return done.result as R;
      throw error;
    }
  }
}

export interface TrialShop {
  /** The fault of a call by an administrator; undefined if the call succeeds. */
  tryCall(operation: string, args: Readonly<Record<string, unknown>>): Promise<Fault | undefined>;
  /** Errors of the program: each is a bug. */
  readonly failures: readonly unknown[];
}

/** @param dataset the state that every call finds */
export async function trialShop(dataset: object): Promise<TrialShop> {
  const undoing = new UndoingStorage({ collections });
  const shop = await openShop({ dataset: "sample", storage: undoing });
  await shop.reset(dataset);
  await shop.server.close();
  undoing.isUndoing = true;

  const settings = defaultSettings({ port: 0, dataset: "sample" });
  const clock = new AdjustableClock();
  clock.freeze(testTime);
  const application = new ShopApplication({ settings });
  const { contract, handlers, rewrites } = application;
  const failures: unknown[] = [];
  const storage = new RewritingStorage(undoing, rewrites, (error) => failures.push(error));
  const files = new VersionedFiles();
  const baseUrl = () => "http://127.0.0.1";
  const { inputs } = application.open({ storage, clock, files, prefix: "", baseUrl });
  const service = serviceOf({
    ...{ storage, clock, handlers, inputs, secrets: new Secrets(cheapHashing), deadlineMs: 60_000 },
    observer: { callEnded: () => {}, callFailed: (error) => void failures.push(error) },
  });
  const [user] = await storage.read((tx) => tx.find("api_users", {}));
  if (!user) throw new Error("the shop has no API user");
  const caller = { user, grants: grantsBy(contract)(["all"]), session: undefined, attributes: {} };
  return {
    failures,
    async tryCall(path, args) {
      const members = structuredClone(args);
      const envelope = { path, args: { form: "named", members }, identify: async () => caller } as const;
      const outcome = await run(new Call(service, envelope, noRequest));
      return isRefusal(outcome) ? outcome.fault : undefined;
    },
  };
}
