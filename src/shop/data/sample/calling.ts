/** Calls operations for the sample shop: without a session, at the time that its tables name. */
import type { Operations } from "../../../../generated/operations.js";
import type { FaultDetail } from "../../../engine/calls/faults.js";
import type { Call, OperationName } from "../../namespace.js";
import { scopeOf, type ShopDirectory } from "../../stores/directory.js";
import type { Tx } from "../../../engine/storage/storage.js";

/** The default settings that the operations called here look at. */
export const sampleSettings = {
  priceScope: "website",
  mailFrom: "shop@example.com",
  returnStockOnRefund: false,
} as const;

/** Makes what a handler is given from its arguments. */
export type SampleCall = ReturnType<typeof callAt>;

export function callAt(tx: Tx, shop: ShopDirectory, now: string) {
  const scope = (store: unknown) => {
    const view = shop.view(store);
    if (!view) throw new Error(`The sample shop has no store view ${String(store)}`);
    return scopeOf(view);
  };
  const fault = (name: string, detail?: FaultDetail): never => {
    throw new Error(`The sample shop is not usable: ${name} ${JSON.stringify(detail)}`);
  };
  // Sessions, images and passwords are out of the reach of the few operations that are called here.
  return <Name extends OperationName>(args: Operations[Name]["args"] & Operations[Name]["checked"]) =>
    ({
      args,
      check: () => args,
      tx,
      shop,
      now,
      scope,
      fault,
      settings: sampleSettings,
    }) as unknown as Call<Name>;
}

/** The result of an operation, of which some return a fault instead of throwing it; none does here. */
export function resultOf<Result>(result: Result): Exclude<Result, Error> {
  if (result instanceof Error) throw result;
  return result as Exclude<Result, Error>;
}
